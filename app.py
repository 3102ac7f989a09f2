"""The web app: ``streamlit run app.py``."""

import streamlit as st

from advisor.ui import keeping
from advisor.ui.parts.frame import FAVICON, list_pages

st.set_page_config(page_title="Polo advisor", page_icon=FAVICON, layout="wide", initial_sidebar_state="collapsed")
page = st.navigation([*list_pages(), *keeping.list_pages()], position="hidden")
keeping.add_style()
page.run()
