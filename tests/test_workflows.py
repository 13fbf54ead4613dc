"""What runs elsewhere, .github/workflows and the hooks before a commit: it names what is there."""

import itertools
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock import LOCKS

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PYTHONS = {
    line.rpartition(" ")[2]
    for line in PROJECT["project"]["classifiers"]
    if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", line)
}
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def jobs(path):
    """Return {name: job} of a workflow."""
    return yaml.safe_load(path.read_text())["jobs"]


def steps(path):
    """Return the steps of all jobs of a workflow."""
    return [step for job in jobs(path).values() for step in job["steps"]]


def commands(path):
    """Yield each command of a workflow as a list of words."""
    for step in steps(path):
        for line in re.split(r"\n|&&|\|\||;", step.get("run", "")):
            if line.strip():
                yield shlex.split(line, comments=True)


def missing(words):
    """Return what a command names that is not there: targets of make, scripts, modules."""
    if words[0] == "make":
        return [f"make {w}" for w in words[1:] if "=" not in w and w not in TARGETS]
    lost = []
    for before, word in itertools.pairwise(words):
        if before == "-m" and (ROOT / word.split(".")[0]).is_dir():
            stem = ROOT / word.replace(".", "/")
            lost += [] if stem.with_suffix(".py").is_file() or stem.is_dir() else [word]
    return lost + [w for w in words if is_script(w) and not (ROOT / w).is_file()]


def is_script(word):
    return word.endswith((".py", ".sh")) or word.startswith((".ci/", "tools/", "./"))


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.stem)
def workflow(request):
    return request.param


def test_there_are_workflows_for_tests_lint_and_wheels():
    assert {"test", "lint", "wheels"} <= {path.stem for path in WORKFLOWS}


def test_what_a_workflow_runs_is_there(workflow):
    found = list(commands(workflow))
    assert found
    assert [missing(words) for words in found if missing(words)] == []


@pytest.mark.parametrize(
    ("command", "lost"),
    [
        ("make test PYTHON=python", []),
        ("make tset", ["make tset"]),
        ("python tools/build.py assets", []),
        ("python tools/bild.py assets", ["tools/bild.py"]),
        ("python -m tools.quality.lint", []),
        ("python -m tools.lnit", ["tools.lnit"]),
        ("python -m pip install build", []),
        (".ci/run", []),
        (".ci/start", [".ci/start"]),
    ],
)
def test_what_is_not_there_is_seen(command, lost):
    assert missing(command.split()) == lost


def test_actions_are_pinned_by_commit_and_say_of_which_version(workflow):
    used = re.findall(r"uses: *(.*)", workflow.read_text())
    assert used
    pinned = r"[\w.-]+/[\w./-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+"
    assert [line for line in used if not re.fullmatch(pinned, line)] == []


def test_an_action_has_one_version_in_all_workflows():
    used = {line for path in WORKFLOWS for line in re.findall(r"uses: *(.*)", path.read_text())}
    assert len(used) == len({line.partition("@")[0] for line in used})


def test_dependabot_looks_after_the_actions_and_the_locked_packages():
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text())["updates"]
    found = {row["package-ecosystem"]: row["directory"] for row in updates}
    assert found == {"github-actions": "/", "pip": "/requirements"}
    assert (ROOT / "requirements").is_dir()


def test_what_a_workflow_installs_is_locked(workflow):
    installs = [
        words for words in commands(workflow) if words[:4] == ["python", "-m", "pip", "install"]
    ]
    assert [words for words in installs if words[4:6] != ["--require-hashes", "-r"]] == []
    assert [words for words in installs if not (ROOT / words[6]).is_file()] == []


# -- lock files --------------------------------------------------------------------------


def pins(name):
    """Return [(package, marker, version, number of hashes)] of a lock file."""
    text = (ROOT / f"requirements/{name}.txt").read_text().replace("\\\n", " ")
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        wanted = Requirement(line.split(" --hash", 1)[0].strip())
        (version,) = wanted.specifier
        assert version.operator == "=="
        hashes = re.findall(r"--hash=sha256:[0-9a-f]{64}(?= |$)", line)
        found.append((canonicalize_name(wanted.name), wanted.marker, version.version, len(hashes)))
    return found


@pytest.fixture(params=LOCKS)
def lock(request):
    return request.param


def test_a_lock_file_has_a_version_and_hashes_for_each_package_and_no_address(lock):
    found = pins(lock)
    assert found and all(count for *_, count in found)
    text = (ROOT / f"requirements/{lock}.txt").read_text()
    assert "//" not in text and "index" not in text.replace("importlib", "")


def test_a_lock_file_has_what_the_project_declares_on_every_python(lock):
    """A change of pyproject.toml without ``make lock`` is seen here."""
    found = pins(lock)
    for python, system in itertools.product(sorted(PYTHONS), ("linux", "darwin", "win32")):
        here = {"python_version": python, "python_full_version": f"{python}.0",
                "sys_platform": system, "platform_machine": "x86_64"}  # fmt: skip
        for line in LOCKS[lock]:
            wanted = Requirement(line)
            if wanted.marker is not None and not wanted.marker.evaluate(here):
                continue
            have = [
                version
                for name, marker, version, _ in found
                if name == canonicalize_name(wanted.name)
                and (marker is None or marker.evaluate(here))
            ]
            assert len(have) == 1 and wanted.specifier.contains(have[0]), (line, here, have)


def test_no_workflow_has_secrets_or_may_write(workflow):
    text = workflow.read_text()
    assert "secrets." not in text
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_no_job_runs_for_ever(workflow):
    assert all(job["timeout-minutes"] <= 120 for job in jobs(workflow).values())


def test_what_a_job_fetches_was_made_by_one_it_waits_for(workflow):
    known = jobs(workflow)
    for job in known.values():
        needs = job.get("needs", [])
        needs = [needs] if isinstance(needs, str) else needs
        made = {
            step["with"]["name"]
            for name in needs
            for step in known[name]["steps"]
            if "upload-artifact" in step.get("uses", "")
        }
        fetched = [s for s in job["steps"] if "download-artifact" in s.get("uses", "")]
        assert {step["with"]["name"] for step in fetched} <= made


def test_tests_run_on_every_python_that_is_promised():
    (job,) = jobs(ROOT / ".github/workflows/test.yml").values()
    assert set(job["strategy"]["matrix"]["python"]) == PYTHONS


def test_wheels_are_built_for_every_python_and_system():
    built = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert built == [f"cp{python.replace('.', '')}-*" for python in sorted(PYTHONS)]
    systems = jobs(ROOT / ".github/workflows/wheels.yml")["wheels"]["strategy"]["matrix"]["os"]
    assert {name.split("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}


def test_wheels_come_from_the_source_distribution_which_needs_no_assembler():
    config = PROJECT["tool"]["cibuildwheel"]
    assert "cc65" not in str(config) and "before-build" not in config
    path = ROOT / ".github/workflows/wheels.yml"
    built = [words for words in commands(path) if words[:3] == ["python", "-m", "cibuildwheel"]]
    assert [words[-1] for words in built] == ["dist/*.tar.gz"]
    assert ["python", "tools/build.py", "assets"] in list(commands(path))


# -- before a commit -------------------------------------------------------------------


def test_the_hooks_are_the_checks_of_make_lint_and_fetch_nothing():
    from tools.quality.lint import CHECKS

    (repo,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert repo["repo"] == "local"
    assert [hook["name"] for hook in repo["hooks"]] == list(CHECKS)
    tools = [hook["entry"].split()[0] for hook in repo["hooks"]]
    assert {hook["language"] for hook in repo["hooks"]} == {"system"}
    extra = PROJECT["project"]["optional-dependencies"]["dev"]
    own = {Path(tool).name for tool in tools} - {"python"}  # which runs a check of ours
    assert own <= {Requirement(line).name for line in extra}
    assert {Path(tool).parent.as_posix() for tool in tools} == {".venv/bin"}
