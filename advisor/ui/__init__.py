"""The web app: with ``app.py`` the only place that imports Streamlit. It decides nothing; it asks ``advisor``."""
