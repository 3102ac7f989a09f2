"""Which lineups of a polo team are legal, and which legal lineup is best."""
