"""Tables of the SID that only numpy can compute, for machines in browsers, which have none."""

import itertools
import pickle

import c64
from c64.base.stored_tables import recording
from c64.bus.models import CHIP_CHOICES, SID_FILTERS

SAMPLE_RATES = (0, 44100, 48000)  # that a machine on the site may have


def stored_tables() -> bytes:
    """Return a file for c64.base.stored_tables.use_stored: what all these machines ask for."""
    kinds = (c64.MODELS, CHIP_CHOICES["sid"], SID_FILTERS, SAMPLE_RATES)
    with recording() as tables:
        for model, sid, curve, rate in itertools.product(*kinds):
            if sid == "6581" or curve == "usual":
                c64.C64(model, sid=sid, sid_filter=curve, sample_rate=rate)
    return pickle.dumps(tables, protocol=4)
