"""Checks of the sources.

lint run_tests   `make lint`, `make test`      sanitize  `make test-checked`
mutate mutant mutant_python               `make mutate`: changes that tests do not notice
mutate_options mutate_equivalent           its options, and changes without an effect
"""
