"""From text to orders: lines, names, near misses, and the YAML that people write."""
