"""``--host`` on the command line: what makes no sense is refused in a line, https by two files."""

import asyncio
import re
import ssl
import zipfile
from pathlib import Path

import aiohttp
import pytest

from emu.cli import parse_arguments
from emu.errors import HostError, UsageError
from emu.web.host import Run, seat_map, tls_context
from tests.disk.test_crt import crt
from tests.emu.web.kit import hosted, seat

PEM = Path(__file__).with_name("localhost.pem")  # a key for tests, and for nothing else


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--host-port", "1"], "--host-port needs --host"),
        (["--host-address", "0.0.0.0"], "--host-address needs --host"),
        (["--host-new"], "--host-new needs --host"),
        (["--host", "--host-port", "65536"], "is not a port"),
        (["--host", "--host-key", "a.pem"], "--host-key needs --host-cert"),
        (["--host", "--host-url", "me.example"], "must begin with http"),
        (["--host", "--headless", "--frames", "1"], "--host has no --headless"),
        (["--host", "--monitor"], "--host has no --monitor"),
        (["--host", "--record", "a.go64rec"], "--host has no --record"),
        (["--host", "--binary-monitor"], "--host has no --binary-monitor"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words, part):
    with pytest.raises(UsageError) as error:
        parse_arguments(words)
    assert part in str(error.value) and "\n" not in str(error.value)


def test_it_is_off_and_listens_to_this_computer_alone():
    assert parse_arguments([]).host is False
    args = parse_arguments(["--host"])
    assert (args.host_address, args.host_port) == ("127.0.0.1", 6464)


@pytest.mark.parametrize("text", ["joy3", "", "joy1,", ",".join(["keys"] * 9)])
def test_what_seats_cannot_have_is_refused(text):
    with pytest.raises(UsageError, match="--host-seats"):
        seat_map(text)
    assert seat_map("joy2, all") == ("joy2", "all", *["none"] * 6)


def test_a_port_that_is_taken_is_said_in_a_line():
    async def play():
        async with hosted("--basic-prompt") as board:
            with pytest.raises(HostError, match=f":{board.run.port}: "):
                async with hosted("--basic-prompt", "--host-port", board.run.port):
                    pass

    asyncio.run(play())


def test_a_certificate_makes_it_https():
    async def play():
        tls = tls_context(str(PEM), None)
        async with hosted("--basic-prompt", tls=tls) as board:
            assert board.url.startswith("https")
            trusting = ssl.create_default_context(cafile=str(PEM))
            async with board.http.get(board.url, ssl=trusting) as answer:
                assert answer.status == 200
            player = await board.join(seat(0))
            await player.until(lambda p: p.wholes, "the picture")
            with pytest.raises(aiohttp.ClientError):
                await board.http.get(board.url.replace("https", "http"))

    asyncio.run(play())


def test_a_certificate_that_is_none_is_said_in_a_line(tmp_path):
    (tmp_path / "a.pem").write_text("no certificate")
    for name, reason in (
        ("a.pem", "[A-Z_]+|it has no [^()]+"),
        ("b.pem", "No such file or directory"),
    ):
        path = str(tmp_path / name)
        told = rf"--host-cert {re.escape(path)}: cannot be used \((?:{reason})\)"
        with pytest.raises(HostError) as error:
            tls_context(path, None)
        assert re.fullmatch(told, str(error.value))


def test_a_certificate_and_its_key_may_be_two_files(tmp_path):
    parts = re.findall(r"-----BEGIN [^-]+-----.*?-----END [^-]+-----\n", PEM.read_text(), re.DOTALL)
    cert, key = (
        next(part for part in parts if re.match(f"-----BEGIN .*{word}-", part))
        for word in ("CERTIFICATE", "KEY")
    )
    (tmp_path / "cert.pem").write_text(cert)
    (tmp_path / "key.pem").write_text(key)
    assert tls_context(str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")) is not None
    with pytest.raises(HostError, match="--host-cert"):
        tls_context(str(tmp_path / "cert.pem"), None)


def test_a_cartridge_has_its_own_session_however_it_was_put_in(tmp_path):
    path, archive = tmp_path / "game.crt", tmp_path / "games.zip"
    path.write_bytes(crt(((0, 0, 0x8000, bytes(8192)),)))
    with zipfile.ZipFile(archive, "w") as file:
        file.write(path, path.name)
    ways = (["--basic-prompt"], [str(path)], [str(archive)], ["--cart", str(path)])
    folders = [Run(parse_arguments(["--host", *words])).session.folder for words in ways]
    assert len(set(folders)) == 3
    assert folders[1] == folders[3] and folders[1].name.startswith("game-")
