"""Labels of ld65: what a file gives, what is refused, which names are near a missing one."""

import pytest

from c64.debug.labels import LABELS_LARGEST, LabelError, find_label, read_labels

TEXT = "al 00C000 .start\nal 00C012 .loop\nnoise\nal 00d020 .loop\nal 0010ab .__main__::x\n"


def test_names_have_their_addresses_and_the_first_of_equal_names_counts(tmp_path):
    path = tmp_path / "game.lbl"
    path.write_text(TEXT)
    labels = {"start": 0xC000, "loop": 0xC012, "__main__::x": 0x10AB}
    assert read_labels(path) == read_labels(str(path)) == labels


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "cannot be read"),
        ("", "no line such as 'al C:0810 .NAME'"),
        ("al C000 start\n", "make it with ld65 -Ln"),
        ("folder", "Is a directory"),
        ("large", f"at most {LABELS_LARGEST} are allowed"),
    ],
)
def test_a_file_without_labels_is_refused_in_a_line(tmp_path, content, why):
    path = tmp_path / "game.lbl"
    if content == "folder":
        path.mkdir()
    elif content == "large":
        with path.open("wb") as file:
            file.write(TEXT.encode())
            file.truncate(LABELS_LARGEST + 1)
    elif content is not None:
        path.write_text(content)
    with pytest.raises(LabelError, match=why) as error:
        read_labels(path)
    assert str(error.value).startswith(f"labels {path}: ") and "\n" not in str(error.value)


def test_the_largest_file_that_is_read(tmp_path):
    path = tmp_path / "game.lbl"
    with path.open("wb") as file:
        file.write(TEXT.encode())
        file.truncate(LABELS_LARGEST)
    assert read_labels(path)["start"] == 0xC000


def test_a_label_that_does_not_exist_names_up_to_three_that_are_near():
    labels = {"print_a": 1, "print_b": 2, "print_c": 3, "print_d": 4, "other": 5}
    assert find_label(labels, "other") == 5
    with pytest.raises(LabelError, match=r"'zzz' does not exist$"):
        find_label(labels, "zzz")
    with pytest.raises(LabelError, match="'print' does not exist; near it: ") as error:
        find_label(labels, "print")
    near = str(error.value).split(": ")[1].split(", ")
    assert len(near) == 3 and set(near) < set(labels)
