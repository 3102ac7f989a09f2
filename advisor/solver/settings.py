"""The one set of solver parameters."""

from __future__ import annotations

from ortools.sat.python import cp_model


def new_solver(*, enumerate_all: bool = False) -> cp_model.CpSolver:
    """A solver that gives the same answer each time.

    One worker: with several, enumeration of all solutions has been seen to lose some. No linear relaxation: on models
    of this size it only costs time.
    """
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = 1
    parameters.linearization_level = 0
    parameters.enumerate_all_solutions = enumerate_all
    return solver
