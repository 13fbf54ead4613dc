"""A feature that overrides nothing changes nothing."""

import numpy as np

from emu.host.feature import Feature


def test_a_feature_does_nothing_by_itself():
    app, samples = object(), np.arange(3, dtype=np.int16)
    feature = Feature(app)
    assert feature.app is app
    assert feature.sound(samples) is samples
    for none in (feature.limit, feature.picture, feature.overlay):
        assert none() is None
    for empty in (feature.status, feature.actions, feature.pages):
        assert empty() == ()
    assert (feature.plays, feature.shows_messages, feature.title()) == (False, False, "")
    assert feature.handle(None) is False and feature.instead_of_frame() is False
    for moment in (feature.ready, feature.before_frame, feature.restarted, feature.close):
        assert moment() is None
    assert feature.after_frame(samples) is None
