"""What the virtual drive's DOS is asked, asked of the 1541's ROM: same files, map and numbers.

The tests are those of ``tests/c64``; here they run on the 6502 code.
"""

import pytest

from tests.asm.dos import flat_drive
from tests.c64.drive import test_commands, test_files

# Where the two drives differ on purpose, or where the test looks into the virtual drive.
NOT_ALIKE = {
    "test_a_new_buffer_tells_its_number": "a 1541 gives buffers from the last one down",
    "test_tracks_up_to_40_are_reached_by_block_commands": "a 1541 knows 35 tracks",
    "test_memory_read_tells_free_blocks_and_id": "a 1541 counts once it has read the map",
    "test_more_open_files_than_the_drive_has_channels_is_error_70": "four buffers, four files",
    "test_the_drives_number_is_changed_through_its_memory_until_reset": "needs the lines",
    "test_closing_the_command_channel_closes_every_file": "looks into the virtual drive",
    "test_closing_a_file_brings_it_into_the_hosts_image": "the head writes, not the DOS",
    "test_a_read_only_image_is_write_protected_and_the_host_hears_why": "tells the host",
    "test_changing_the_disk_closes_the_files_of_the_old_one": "a 1541 cannot write to what is gone",
    "test_a_relative_file_without_side_sectors_is_error_71": "records of 0 bytes are 64 there",
    "test_a_host_that_refuses_the_write_is_error_25_and_is_heard": "tells the host",
}
# Cases of a test that a drive with a processor, or with relative files, answers differently.
OTHER_ANSWER = {
    "[U3-": "U3 runs code in the drive",
    "[M-E": "M-E runs code in the drive",
    "[Pb": "there are relative files: no such channel",
    "[RELFILE": "there are relative files",
}


@pytest.fixture(autouse=True)
def asked_of_the_rom(monkeypatch, request):
    for case, reason in OTHER_ANSWER.items():
        if case in request.node.name:
            pytest.skip(reason)
    for module in (test_commands, test_files):
        monkeypatch.setattr(module, "bench", flat_drive.bench)


for _module in (test_commands, test_files):
    for _name, _test in vars(_module).items():
        if _name.startswith("test_") and _name not in NOT_ALIKE:
            globals()[_name] = _test


def test_what_is_left_out_is_there_to_be_left_out():
    known = {*vars(test_commands), *vars(test_files)}
    assert known >= set(NOT_ALIKE)
