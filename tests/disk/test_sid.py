"""SID tunes: what their headers say, what is refused, and where the player goes."""

import random
import struct

import pytest

from disk.errors import MediaDamaged, MediaError, MediaUnknown
from disk.loader import open_media
from disk.sid import FORMATS, parse_sid
from disk.sid_player import CODE, PARAMETERS, PARAMETERS_AT, place_player, screen_codes
from tests.disk.test_archive import zipped

CODE_OF_TUNE = b"\x60\xea\xea\x60"  # RTS for init at its start and play 3 further


def sid(data=CODE_OF_TUNE, **fields):
    """A .sid file; fields as the format names them."""
    known = {
        "magic": b"PSID", "version": 2, "offset": None, "load": 0x1000, "init": None, "play": None,
        "songs": 1, "first": 1, "speed": 0, "title": b"Title", "author": b"Author",
        "released": b"2026 Nobody", "flags": 0, "page": 0, "pages": 0, "second": 0, "third": 0,
    }  # fmt: skip
    f = known | fields
    assert set(f) == set(known)
    load = f["load"]
    init = load if f["init"] is None else f["init"]
    play = (0 if f["magic"] == b"RSID" else load + 3) if f["play"] is None else f["play"]
    offset = f["offset"] if f["offset"] is not None else 0x76 if f["version"] == 1 else 0x7C
    head = struct.pack(
        ">4s7HI32s32s32s", f["magic"], f["version"], offset, load, init, play, f["songs"],
        f["first"], f["speed"], f["title"], f["author"], f["released"],
    )  # fmt: skip
    more = struct.pack(">H4B", f["flags"], f["page"], f["pages"], f["second"], f["third"])
    return head + (more if f["version"] != 1 else b"") + data


def test_the_header_says_all_of_a_tune():
    tune = parse_sid(sid(songs=7, first=3, speed=5, flags=0x18, title=b"M\xfcsik", page=0x40,
                         pages=8), "x.sid")  # fmt: skip
    assert (tune.title, tune.author, tune.released) == ("Müsik", "Author", "2026 Nobody")
    assert (tune.start, tune.data, tune.init, tune.play) == (0x1000, CODE_OF_TUNE, 0x1000, 0x1003)
    assert (tune.songs, tune.first, tune.speed, tune.real) == (7, 2, 5, False)
    assert (tune.clock, tune.model, tune.pages) == ("NTSC", "6581", range(0x40, 0x48))
    assert parse_sid(sid(flags=0x24), "x").clock == "PAL"
    assert parse_sid(sid(flags=0x24), "x").model == "8580"
    assert parse_sid(sid(flags=0x3C), "x").clock is None
    assert parse_sid(sid(version=4, second=0x42, third=0x44), "x").chips == 3
    assert parse_sid(sid(version=2, second=0x42, third=0x44), "x").chips == 1


def test_a_load_address_may_stand_before_the_data_and_init_be_left_out():
    tune = parse_sid(sid(b"\x00\x20" + CODE_OF_TUNE, load=0, init=0, play=0x2003), "x")
    assert (tune.start, tune.init, tune.data) == (0x2000, 0x2000, CODE_OF_TUNE)
    assert parse_sid(sid(version=1), "x").pages is None
    assert parse_sid(sid(first=0), "x").first == 0
    assert parse_sid(sid(first=9, songs=3), "x").first == 0


@pytest.mark.parametrize(
    ("content", "error", "says"),
    [
        (b"", MediaDamaged, "does not begin with PSID or RSID"),
        (b"PSID", MediaDamaged, "truncated: 4 bytes; its header has 118"),
        (sid(version=5), MediaDamaged, "version 5 of PSID; it can be 1-4"),
        (sid(version=0), MediaDamaged, "version 0"),
        (sid(magic=b"RSID", version=1), MediaDamaged, "version 1 of RSID; it can be 2-4"),
        (sid(offset=0x20), MediaDamaged, "begins at byte 32"),
        (sid(offset=0x4000), MediaDamaged, "begins at byte 16384"),
        (sid(b""), MediaDamaged, "no data behind the header"),
        (sid(b"\0", load=0, init=0, play=3), MediaDamaged, "no load address"),
        (sid(b"\0\x10", load=0, init=0, play=3), MediaDamaged, "no data behind"),
        (sid(bytes(0x1001), load=0xF000), MediaDamaged, "run past $FFFF; at that address 4096"),
        (sid(load=1), MediaDamaged, "over the processor's port"),
        (sid(init=0x2000), MediaDamaged, "init at $2000 is outside of the data, $1000-$1003"),
        (sid(play=0x20), MediaDamaged, "play at $0020 is in the zero page"),
        (sid(songs=0), MediaDamaged, "has 0 songs; a tune has 1 to 256"),
        (sid(songs=257), MediaDamaged, "has 257 songs"),
        (sid(page=0xF0, pages=0x20), MediaDamaged, "run past $FFFF"),
        (sid(flags=1), MediaUnknown, "Compute!'s Sidplayer"),
        (sid(magic=b"RSID", flags=2), MediaUnknown, "is a BASIC program"),
        (sid(magic=b"RSID", load=0x0400), MediaDamaged, "an RSID loads from $07E8 on"),
        (sid(magic=b"RSID", load=0xA000), MediaDamaged, "begins in RAM"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_by_one_line(tmp_path, content, error, says):
    path = tmp_path / "a.sid"
    path.write_bytes(content)
    with pytest.raises(error) as caught:
        open_media(path)
    message = str(caught.value)
    assert says in message and message.startswith(str(path)) and "\n" not in message


@pytest.mark.parametrize("seed", range(60))
def test_damaged_headers_raise_nothing_but_media_errors(seed):
    chance = random.Random(seed)
    content = bytearray(sid(chance.randbytes(chance.choice((4, 300, 40000))),
                            magic=chance.choice((b"PSID", b"RSID"))))  # fmt: skip
    for _ in range(chance.randrange(1, 12)):
        content[chance.randrange(4, 0x7C)] = chance.randrange(256)
    content = content[: chance.choice((None, chance.randrange(len(content))))]
    try:
        tune = parse_sid(bytes(content), "x.sid")
        placed = place_player(tune, bool(seed & 1))
    except MediaError as error:
        assert "\n" not in str(error)
    else:
        assert_apart(tune, placed)


def assert_apart(tune, placed):
    """Tune, player and screen do not touch, nor zero page, ROM or I/O."""
    taken = set()
    for start, content in placed.segments:
        pages = set(range(start >> 8, (start + len(content) - 1 >> 8) + 1))
        if start != tune.start:
            assert min(pages) >= 4
        assert not taken & pages
        taken |= pages
    page = placed.entry >> 8
    assert not {page, page + 1} & {*range(0xA0, 0xC0), *range(0xD0, 0x100)}


@pytest.mark.parametrize(
    ("load", "size", "fields", "screen", "player"),
    [
        (0x1000, 0x2000, {}, 0x0400, 0xCE),
        (0x0400, 0x1000, {}, 0x2000, 0xCE),
        (0x0400, 0x7C00, {}, 0x8000, 0xCE),
        (0x0800, 0xC800, {}, 0x0400, None),
        (0x1000, 0xC000, {}, 0x0400, 0x0E),
        (0x1000, 0x1000, {"page": 0x40, "pages": 2}, 0x0400, 0x40),
        (0x1000, 0x1000, {"page": 0x40, "pages": 8}, 0x4000, 0x46),
        (0x1000, 0x1000, {"page": 0x20, "pages": 0x10}, 0x2000, 0x2E),
        (0x0400, 0x1000, {"page": 0xC0, "pages": 2}, None, 0xC0),
        (0x1000, 0x1000, {"page": 0x40, "pages": 1}, None, None),
        (0x1000, 0x1000, {"page": 0xFF}, None, None),
        (0x1000, 0x1000, {"page": 0xA0, "pages": 0x20}, None, None),
    ],
)
def test_player_and_screen_go_where_the_tune_leaves_room(load, size, fields, screen, player):
    tune = parse_sid(sid(CODE_OF_TUNE + bytes(size - 4), load=load, **fields), "x.sid")
    if player is None:
        with pytest.raises(MediaUnknown, match="needs 2 free pages in a row"):
            place_player(tune, False)
        return
    placed = place_player(tune, False)
    assert_apart(tune, placed)
    assert placed.entry >> 8 == player
    screens = [start for start, content in placed.segments if len(content) == 1000]
    if screen == 0x4000:  # the VIC does not see characters there
        screen = 0x0400
    assert screens == ([] if screen is None else [screen])


def test_the_player_has_two_pages():
    assert len(CODE) <= 512


def test_a_text_in_screen_codes_has_no_accents():
    assert screen_codes("Az@é[1]") == bytes((0x41, 26, 0, 5, 0x1B, 0x31, 0x1D))
    assert screen_codes("☃") == b"?"


def test_a_tune_in_an_archive_is_found(tmp_path):
    path = zipped(tmp_path / "a.zip", {"a.sid": sid(), "a.txt": b"x"})
    assert open_media(path).kind == "tune"


def test_a_header_may_be_longer_than_its_version_needs():
    assert parse_sid(sid(b"\xff" + CODE_OF_TUNE, offset=0x7D), "x").data == CODE_OF_TUNE


@pytest.mark.parametrize("middle", [0x42, 0x44, 0x7E, 0xE0, 0xFE])
def test_a_second_sid_is_heard_from_d420_to_d7e0_and_from_de00(middle):
    wanted = ((0xD000 + 16 * middle, None),)
    assert parse_sid(sid(version=3, second=middle), "x").more_sids == wanted
    third = parse_sid(sid(version=4, second=0x50, third=middle, flags=0x240), "x")
    assert third.more_sids == ((0xD500, "6581"), (0xD000 + 16 * middle, "8580"))


@pytest.mark.parametrize("middle", [0, 0x40, 0x41, 0x43, 0x7F, 0x80, 0xDE, 0xDF, 0xE1, 0xFF])
def test_a_second_sid_at_another_address_is_left_out(middle):
    assert parse_sid(sid(version=3, second=middle), "x").more_sids == ()
    third = parse_sid(sid(version=4, second=0x50, third=middle), "x")
    assert third.more_sids == ((0xD500, None),)


def test_a_third_sid_needs_version_4_and_an_address_of_its_own():
    assert parse_sid(sid(version=3, second=0x42, third=0x44), "x").more_sids == ((0xD420, None),)
    same = parse_sid(sid(version=4, second=0x42, third=0x42, flags=0x240), "x")
    assert same.more_sids == ((0xD420, "6581"),) and same.chips == 3
    alone = parse_sid(sid(version=4, third=0xE0, flags=0x240), "x")
    assert alone.more_sids == ((0xDE00, "8580"),)


@pytest.mark.parametrize(
    ("address", "port"),
    [
        (0x9FFF, 0x37),
        (0xA000, 0x36),
        (0xCFFF, 0x36),
        (0xD000, 0x34),
        (0xDFFF, 0x34),
        (0xE000, 0x35),
    ],
)
def test_a_routine_is_called_with_its_own_memory_in_sight(address, port):
    placed = place_player(parse_sid(sid(load=address), "x"), False)
    code = next(content for at, content in placed.segments if at == placed.entry)
    assert PARAMETERS.unpack_from(code, PARAMETERS_AT)[4] == port


# -- every field of the header, against a second reading of it ------------------------------------

ROMS = [(0xA000, 0xC000), (0xD000, 0x10000)]
EDGES = [
    0,
    1,
    2,
    3,
    0xFF,
    0x100,
    0x7E7,
    0x7E8,
    0x9FFF,
    0xA000,
    0xBFFF,
    0xC000,
    0xCFFF,
    0xD000,
    0xFFFF,
]


def second_reading(content):
    """The attributes of the tune in a whole file, or None if there is none that can be played."""
    word = [int.from_bytes(content[at : at + 2], "big") for at in range(0, 0x76, 2)]
    real, version, offset = content[:4] == b"RSID", word[2], word[3]
    load, init, play, songs, first = word[4:9]
    flags, page, pages, second, third = 0, 0, 0, 0, 0
    if version > 1:
        flags, (page, pages, second, third) = content[0x76] << 8 | content[0x77], content[0x78:0x7C]
    if not (
        1 + real <= version <= 4 and (0x76 if version == 1 else 0x7C) <= offset <= len(content)
    ):
        return None
    data = content[offset:]
    if load == 0:
        if len(data) < 2:
            return None
        load, data = data[0] + 256 * data[1], data[2:]
    init = init or load
    end = load + len(data)
    bad = [
        not load + 1 <= end <= 0x10000, load < 2, not load <= init < end, not 1 <= songs <= 256,
        flags & 1, flags & 2 and real, not real and 1 <= play <= 0xFF,
        real and load < 0x7E8, real and any(low <= init < high for low, high in ROMS),
        page != 0xFF and page and pages and page + pages > 0x100,
    ]  # fmt: skip
    if any(bad):
        return None
    free = (
        None if page == 0 else range(0) if page == 0xFF or not pages else range(page, page + pages)
    )
    heard = []
    for middle, bits, least in ((second, flags >> 6, 3), (third, flags >> 8, 4)):
        at = 0xD000 + 16 * middle
        if version >= least and middle in {*range(0x42, 0x80, 2), *range(0xE0, 0x100, 2)}:
            if at not in [other for other, _ in heard]:
                heard.append((at, {1: "6581", 2: "8580"}.get(bits & 3)))
    return {
        "start": load, "data": data, "init": init, "play": 0 if real else play, "songs": songs,
        "first": first - 1 if first in range(1, songs + 1) else 0, "real": real,
        "speed": 0 if real else word[9] << 16 | word[10], "pages": free,
        "clock": {1: "PAL", 2: "NTSC"}.get(flags >> 2 & 3),
        "model": {1: "6581", 2: "8580"}.get(flags >> 4 & 3),
        "chips": 1 + (second != 0 and version in (3, 4)) + (third != 0 and version == 4),
        "more_sids": tuple(heard),
        "end": end,
    }  # fmt: skip


def test_every_field_is_read_as_a_second_reading_has_it():
    chance, played = random.Random(6581), 0
    for _ in range(1500):
        load = chance.choice(EDGES)
        size = chance.choice((0, 1, 2, 3, 40, 0x10000 - load, 0x10001 - load))
        content = sid(
            bytes(size), magic=chance.choice((b"PSID", b"PSID", b"RSID")),
            version=chance.choice((0, 1, 2, 3, 4, 4, 5)), load=load,
            init=chance.choice((0, load, load + size - 1, load + size)) & 0xFFFF,
            play=chance.choice((0, 1, 0xFF, 0x100, 0x1003)),
            songs=chance.choice((0, 1, 2, 256, 257)),
            first=chance.choice((0, 1, 2, 256, 257)), speed=chance.getrandbits(32),
            flags=chance.getrandbits(6) << 2 | chance.choice((0, 0, 0, 0, 1, 2)),
            page=chance.choice((0, 1, 4, 0xFE, 0xFF)), pages=chance.choice((0, 1, 2, 0xFC, 0xFD)),
            second=chance.choice((0, 1, 0x42, 0x7E, 0xE0)), third=chance.choice((0, 1, 0x44)),
        )  # fmt: skip
        expected = second_reading(content)
        if expected is None:
            with pytest.raises(MediaError):
                parse_sid(content, "x")
            continue
        tune = parse_sid(content, "x")
        assert {name: getattr(tune, name) for name in expected} == expected
        played += 1
    assert played > 80


@pytest.mark.parametrize("version", [1, 2, 3, 4])
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_the_data_begins_behind_the_header_and_not_before(version, beyond):
    least = 0x76 if version == 1 else 0x7C
    content = sid(b"\xff" * 8, version=version, offset=least + beyond, play=0)
    if beyond < 0:
        with pytest.raises(MediaDamaged, match="must be at"):
            parse_sid(content, "x")
    else:
        assert len(parse_sid(content, "x").data) == 8 - beyond


def test_a_text_ends_at_its_zero_and_has_the_characters_of_windows():
    tune = parse_sid(sid(title=b" M\xfcsli \0rest", author=b"\x80\x81", released=b"r" * 32), "x")
    assert (tune.title, tune.author, tune.released) == ("M\u00fcsli", "\u20ac\ufffd", "r" * 32)


def test_the_largest_tune_fills_the_memory_behind_its_head_and_load_address(tmp_path):
    """124 bytes of head, two of an address, 65,536 of a program."""
    path = tmp_path / "a.sid"
    for size, says in ((0x10000, "loads at"), (0x10001, "65536 bytes fit")):
        path.write_bytes(sid(b"\0\0" + bytes(size), load=0, init=0x1000, play=0x1003))
        with pytest.raises(MediaError, match=says):
            open_media(path)
    (row,) = FORMATS
    assert row.most == 0x7C + 2 + 0x10000
