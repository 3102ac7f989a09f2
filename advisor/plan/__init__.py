"""The plan of a team: the evening before, every answer in advance."""
