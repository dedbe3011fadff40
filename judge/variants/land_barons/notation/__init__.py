"""How players write their orders, and how the Judge writes them back."""
