"""Checks of the sources.

lint run_tests   `make lint`, `make test`      sanitize  `make test-checked`
mutate mutant mutant_python mutate_equivalent  `make mutate`: changes that tests do not notice
"""
