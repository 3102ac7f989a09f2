"""What `make bench` measures: the engine, its peers on the same question, where the time goes, batch and commands."""
