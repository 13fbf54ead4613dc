"""The site in browsers: the game by keys and by touch, files, states, offline, the other pages."""

import base64
import gzip
import json
import zipfile
from contextlib import closing

import pytest

import c64
from c64.vic.palettes import PALETTE_ROWS
from emu.shared.state.write import save_state_file
from emu.web.game import Table
from tests.emu.browser.programs import disk, program
from tests.emu.web.browsers import PHONE, Page, chromium
from tests.tools.web.site import built_site

pytestmark = [
    pytest.mark.long,
    pytest.mark.compiled_only("the site has the compiled machine"),
]
TITLE = "document.getElementById('turn').textContent"
SHOWN = "document.querySelector('go64-machine').shadowRoot.getElementById('words').textContent"
LOADED = (
    "!!(window.go64 && go64.machine.facts && go64.machine.facts.title === {!r}"
    " && go64.machine.starting === false)"
)
TEXT = "go64.machine.text()"


def ready(page, title="GO 64"):
    page.until(LOADED.format(title), "the machine")


def until_text(page, words):
    page.until(f"{TEXT}.then((text) => text.includes({words!r}))", words)


def drop(page, name, content):
    """Drop a file on the page."""
    data = base64.b64encode(content).decode()
    page.ask(
        f"(() => {{ const bytes = Uint8Array.from(atob({data!r}), (c) => c.charCodeAt(0));"
        f" const dropped = new DataTransfer(); dropped.items.add(new File([bytes], {name!r}));"
        " const about = { dataTransfer: dropped, bubbles: true, cancelable: true };"
        " dispatchEvent(new DragEvent('drop', about)); return 0; })()"
    )


@pytest.mark.parametrize("name", ["index.html", "python.html", "embed.html"])
def test_a_page_opened_as_a_file_says_which_command_serves_it(name):
    with chromium() as found, closing(Page(found, (built_site() / name).as_uri())) as page:
        page.until(f"{SHOWN}.includes('python3 -m http.server')", "the command")
        if name == "index.html":
            assert page.words == "Stopped"


def saved(words, folder):
    """Return a save state of a machine that shows words."""
    machine = c64.C64(model="ntsc")
    machine.tick(150)
    machine.type(f'print "{words.lower()}"\n')
    save_state_file(folder / "a.go64", machine)
    return (folder / "a.go64").read_bytes()


def table(page):
    """What our game in the page's machine says of itself (emu.web.game)."""
    program = "import base64; print(base64.b64encode(machine.ram).decode())"
    said = page.ask(f"go64.machine.python({program!r}).then((said) => said.output)")
    return Table().look(bytearray(base64.b64decode(said)))


def until_mode(page, mode, act):
    """Do something again and again until the game is in a mode."""
    for _ in range(40):
        found = table(page)
        if found is not None and found.mode == mode:
            return found
        act()
    raise AssertionError(f"{mode} did not come: {table(page)}, {page.errors}")


@pytest.mark.parametrize("way", ["keys", "touch"])
def test_the_first_turn_of_the_game_by_keys_and_by_touch(browser, way):
    options = PHONE if way == "touch" else {}
    with closing(browser(**options)) as page:
        ready(page)
        names = iter(["RETURN"] * 3 + ["F7", "RETURN"] * 20)

        def act():
            name = next(names)
            if way == "keys":
                page.key({"RETURN": "Enter"}.get(name, name), 0.1)
            else:
                if name == "F7" and page.ask("document.getElementById('keyboard').hidden"):
                    page.click("#more")
                page.click(f'#controls [data-key="{name}"]', 0.1)
            page.ask("new Promise((yes) => setTimeout(yes, 700))")

        assert until_mode(page, "first", act).seats

        def roll():  # by the game's own button, which the page shows while it can be pressed
            if page.ask("!!document.querySelector('#menu [data-key=R]:enabled')"):
                page.click("#menu [data-key=R]", 0.1)
            page.ask("new Promise((yes) => setTimeout(yes, 700))")

        assert until_mode(page, "normal", roll).active is not None
        assert page.errors == []


def test_a_program_a_disk_and_an_archive_are_dropped(browser, tmp_path):
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("inside.prg", program("FROM A ZIP"))
    with closing(browser()) as page:
        ready(page)
        for name, content, words in (
            ("one.prg", program("A PROGRAM"), "A PROGRAM"),
            ("two.d64", disk("A DISK"), "A DISK"),
            ("three.zip", archive.read_bytes(), "FROM A ZIP"),
            ("four.prg.gz", gzip.compress(program("PACKED")), "PACKED"),
            ("five.go64", saved("A SAVE STATE", tmp_path), "A SAVE STATE"),
        ):
            drop(page, name, content)
            ready(page, name)
            until_text(page, words)
        drop(page, "bad.d64", b"no disk")
        note = "document.querySelector('#note.no')"
        page.until(f"{note} && {note}.textContent.includes('bad.d64')", "the refusal")
        assert page.errors == []


def test_a_palette_is_chosen_from_those_of_the_window(browser):
    with closing(browser()) as page:
        ready(page)
        palettes = "document.getElementById('choice-Palette')"
        page.until(f"!!{palettes} && {palettes}.options.length > 1", "the list")
        offered = page.ask(f"[...{palettes}.options].map((it) => it.value)")
        assert offered == ["", *PALETTE_ROWS]
        for name, rows in PALETTE_ROWS.items():
            page.ask(f"{palettes}.value = {name!r}; {palettes}.onchange()")
            wanted = [red << 16 | green << 8 | blue for red, green, blue in rows]
            page.until(f"'' + go64.machine.facts.palette === '' + {wanted}", name)
        assert page.errors == []


def test_a_saved_state_goes_on_after_a_reload_and_offline(browser, server):
    with closing(browser()) as page:
        ready(page)
        page.ask("go64.machine.basic().then(() => go64.machine.tick(150))")
        page.ask("go64.machine.type('a$=\"kept in the browser\"\\n')")
        until_text(page, "KEPT IN THE BROWSER")
        page.until(f"{TEXT}.then((text) => text.split('READY.').length > 2)", "READY")
        page.ask("document.querySelector('[data-do=save]').click()")
        page.until("document.querySelectorAll('#states .item').length > 0", "the state")
        page.until(
            "navigator.serviceWorker.ready.then(() => caches.keys())"
            ".then((keys) => keys.length === 1)",
            "the cache",
        )
        page.until("!!navigator.serviceWorker.controller", "the service worker")
        server.stop()
        try:
            page.reload()
            ready(page)
            page.until("document.querySelectorAll('#states .item').length > 0", "the state")
            page.ask("document.querySelector('#states button').click()")
            page.until("go64.machine.facts.title !== 'GO 64'", "the machine of before")
            page.ask("go64.machine.type('print a$\\n')")
            page.until(
                f"{TEXT}.then((text) => /^KEPT IN THE BROWSER *$/m.test(text))", "the variable"
            )
        finally:
            server.start()


def test_what_a_program_writes_to_a_disk_is_kept(browser):
    with closing(browser("?run=http://elsewhere.invalid/a.prg")) as page:
        page.until("document.getElementById('note').className === 'no'", "the refusal")
        ready(page)  # it has begun with the game instead
        page.ask("document.querySelector('[data-do=blank]').click()")
        # Firefox has one storage for all tests: what they dropped is in the list, too.
        names = "[...document.querySelectorAll('#files .item span')].map((it) => it.textContent)"
        made = f"{names}.find((name) => name.startsWith('disk-'))"
        page.until(f"!!{made}", "the disk")
        name = page.ask(made)
        page.ask("go64.machine.basic().then(() => go64.machine.tick(150))")
        page.ask(f"go64.machine.insert(8, {name!r})")
        page.ask("go64.machine.type('10 rem a line\\nsave\"kept\",8\\n')")
        until_text(page, "SAVING KEPT")
        page.until(
            f"go64.storage.all('files').then((rows) => rows.some((row) => row.name === {name!r}"
            " && new TextDecoder('latin1').decode(row.content).includes('KEPT')))", "the file",
        )  # fmt: skip


def test_memory_stays_as_it_is_however_much_a_page_gives_the_machine(browser):
    """JavaScript's collector does not see what Python holds for it: it must be freed at once."""
    give = """
    (async () => {
      const { machine } = go64, state = await machine.state();
      for (let n = 0; n < %d; n++) {
        await machine.put("a.bin", new Uint8Array(1 << 20));
        await machine.poke(0xC000, new Uint8Array(4096));
        await machine.restore(state);
        await machine.text();
      }
      return (await machine.figures()).memory;
    })()
    """
    with closing(browser()) as page:
        ready(page)
        first = page.ask(give % 5)
        assert page.ask(give % 100) == first
        assert page.errors == []


def test_the_page_about_the_element_is_a_test_that_passes(browser):
    with closing(browser("embed.html")) as page:
        page.until(f"!/Loading/.test({TITLE})", "the test")
        assert page.ask(TITLE).startswith("All ")
        assert page.errors == []


def test_the_sample_of_the_readme_runs_on_the_page_of_python(browser):
    with closing(browser("python.html")) as page:
        page.until(f"{TITLE} === 'Ready'", "Python")
        content = json.dumps(list(program("HELLO")))
        page.ask(f"go64.machine.put('hello.prg', Uint8Array.from({content}))")
        with open("README.md", encoding="utf-8") as readme:
            sample = readme.read().split("```python\nimport c64\n")[1].split("```")[0]
        source = json.dumps(f"import c64\n{sample}")
        page.ask(f"document.getElementById('program').value = {source}; go64.run()")
        output = page.ask("document.getElementById('output').textContent")
        assert output.startswith("HELLO") and "b'\\x08\\x05\\x0c\\x0c\\x0f" in output
        assert page.errors == []
