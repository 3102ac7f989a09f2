"""The umpire's companion beside the lineups: clock, restarts, penalties, throw-in, shootout (Rules 14, 20 and 37)."""
