demo:  ; @scripts/setup && .venv/bin/graphwright demo
test:  ; @scripts/setup dev && scripts/test
soak:  ; @scripts/setup dev && .venv/bin/pytest -m soak -q tests/soak tests/e2e
bench: ; @scripts/setup dev && scripts/bench
audit: ; @scripts/setup dev && scripts/audit
.PHONY: demo test soak bench audit
