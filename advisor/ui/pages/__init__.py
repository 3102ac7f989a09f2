"""The pages, one file each; ``app.py`` lists them."""
