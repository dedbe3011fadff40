"""Reports: one value per audience, rendered to text, HTML, BBCode, Markdown, Discord and JSON; maps; the site."""
