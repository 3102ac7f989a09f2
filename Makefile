PY := .venv/bin/python
STAMP := .venv/installed

.PHONY: install serve test lint types messages bench soak clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	test -x $(PY) || python3 -m venv .venv
	$(PY) -m pip install --quiet -c constraints.txt -e '.[test,dev]'
	$(PY) -m compileall -q advisor
	touch $@

serve: install
	.venv/bin/polo-advisor serve $(if $(PORT),--port $(PORT))

test: install
	$(PY) -m pytest -n 2 --dist worksteal

lint: install
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: install
	$(PY) -m mypy --strict advisor

messages: install
	$(PY) -m tools.messages

bench: install
	$(PY) -m pip install --quiet -c constraints.txt -e '.[bench]'
	$(PY) -m benchmarks

soak: install
	POLO_ADVISOR_DRAWS=20 POLO_ADVISOR_DIFFERENTIAL=5000 $(PY) -m pytest -m "soak or hypothesis"

clean:
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache test-results
	find advisor tests -name __pycache__ -type d -prune -exec rm -rf {} +
