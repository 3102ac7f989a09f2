"""The CP-SAT side of the engine, the only place that imports ortools."""
