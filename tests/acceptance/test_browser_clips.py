"""A clip plays in Chromium from its first frame to its last, as its display shows it."""

import base64
import io

import numpy as np
import PIL.Image
import pytest
import skimage.data
from playwright.sync_api import sync_playwright

from mediaext.engines import Context, load_engine
from mediaext.operations import GenerateVideo
from mediaext.results import Clip
from tests.acceptance.conftest import FLAGS, chromium, require_browser

pytestmark = pytest.mark.browser

PLAY = """async video => {
  const ended = new Promise((done, failed) => {
    video.onended = done;
    video.onerror = () => failed(video.error);
    setTimeout(() => failed(new Error(`stopped at ${video.currentTime} s`)), 30000);
  });
  video.muted = true;
  video.loop = false;  // the display repeats a clip, which then never ends
  await video.play();
  await ended;
  const quality = video.getVideoPlaybackQuality();
  return { ended: video.ended, at: video.currentTime, seconds: video.duration,
           size: [video.videoWidth, video.videoHeight], frames: quality.totalVideoFrames,
           broken: quality.corruptedVideoFrames };
}"""
LOOK = """video => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('2d').drawImage(video, 0, 0);
  return canvas.toDataURL('image/png');
}"""


@pytest.fixture(scope="module")
def browser():
    require_browser()
    with sync_playwright() as play:
        flags = [*FLAGS, "--autoplay-policy=no-user-gesture-required"]
        running = play.chromium.launch(executable_path=chromium(), headless=True, args=flags)
        yield running
        running.close()


@pytest.fixture(scope="module")
def clip():
    buffer = io.BytesIO()
    PIL.Image.fromarray(skimage.data.coffee()).save(buffer, "PNG")
    request = GenerateVideo(
        input_image="a", prompt="zoom in, pan right, snow", width=448, height=256
    )
    made = load_engine().make(request, {"input_image": [buffer.getvalue()]}, Context(seed=42))
    return Clip(made["result"].content, "video/mp4")


def test_two_seconds_play_to_the_last_frame(browser, clip):
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.set_content(clip._repr_mimebundle_()[0]["text/html"])
    video = page.locator("video")
    played = video.evaluate(PLAY)

    assert played["ended"]
    assert played["size"] == [448, 256]
    assert played["seconds"] == pytest.approx(2.0, abs=0.05)
    assert played["at"] == pytest.approx(played["seconds"], abs=0.05)
    assert played["broken"] == 0
    assert 0 < played["frames"] <= 48
    shown = base64.b64decode(video.evaluate(LOOK).partition(",")[2])
    last = np.asarray(PIL.Image.open(io.BytesIO(shown)).convert("RGB")).astype(int)
    frames = clip.to_numpy()
    assert np.abs(last - frames[-1]).mean() < 8
    assert np.abs(last - frames[-1]).mean() < np.abs(last - frames[24]).mean() / 2
    page.close()
