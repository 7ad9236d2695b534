"""What jobs cost: shown before many are sent, added up by a dry run, asked about above a limit."""

import os
import subprocess
import sys

import PIL.Image
import pytest

import mediaext
import mediaext.testing
from mediaext.cli import main
from mediaext.client.prices import Estimate, PriceList
from mediaext.errors import MediaError, PriceLimit
from mediaext.grammar import Grammar
from mediaext.grammar.commands import COMMANDS
from mediaext.grammar.execution import Interpreter
from mediaext.home import home
from mediaext.operations import EditImage, GenerateImage

INSTANT = "mediaext.testing.instant:engine"
PRICES = """
[prices]
currency = "USD"
limit = 0.05

[prices.instant]
image = 0.01
upscale = 0.02
edit = 0.02
"""


@pytest.fixture
def media():
    (home() / "settings.toml").write_text(PRICES)
    return mediaext.connect(engine=INSTANT)


def images(count):
    return [GenerateImage(prompt="a fox", seed=seed) for seed in range(count)]


def run(media, line):
    return Interpreter(Grammar(COMMANDS), "").run(media, line).values[-1]


def submitted(media):
    return len(media.jobs())


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Estimate(1, 0.04, "USD"), "1 job, at most 0.04 USD"),
        (Estimate(1200, 3.0, "credits"), "1,200 jobs, at most 3.00 credits"),
        (Estimate(2, 0.0125), "2 jobs, at most 0.0125"),
        (
            Estimate(2, 1.5, "EUR", ("edit",)),
            "2 jobs, at most 1.50 EUR; no price is known of edit",
        ),
    ],
)
def test_an_estimate_reads_as_people_write_money(found, text):
    assert str(found) == text


def test_a_dry_run_adds_the_prices_of_all_steps_up(media):
    assert str(run(media, "image 'a fox' --dry-run | upscale")).endswith(
        "\n\nPrice: 2 jobs, at most 0.03 USD."
    )
    assert "3 jobs, at most 0.03" in str(run(media, "grid image 'a fox' --seed 1 2 3 --dry-run"))
    assert "no price is known of cutout" in str(run(media, "image 'a' --dry-run | cutout"))
    assert submitted(media) == 0


def test_a_grid_says_its_price_before_it_is_sent_and_one_picture_nothing(media, capsys):
    run(media, "image 'a fox' --seed 1")
    assert capsys.readouterr().err == ""
    run(media, "grid image 'a fox' --seed 1 2 3")
    assert capsys.readouterr().err == "Price: 3 jobs, at most 0.03 USD.\n"


def test_above_the_limit_nothing_is_sent_where_nobody_can_be_asked(media):
    with pytest.raises(PriceLimit, match=r"6 jobs, at most 0.06 USD, above the limit of 0.05"):
        run(media, "grid image 'a fox' --seed 1 2 3 4 5 6")
    with pytest.raises(PriceLimit, match="Nothing was sent"):
        list(media.map(images(6)))
    assert submitted(media) == 0


def test_a_map_says_its_price_and_the_variable_raises_the_limit(media, capsys, monkeypatch):
    monkeypatch.setenv("MEDIAEXT_PRICE_LIMIT", "0.06")
    assert len(list(media.map(images(6)))) == 6
    assert capsys.readouterr().err == "Price: 6 jobs, at most 0.06 USD.\n"


def test_of_an_iterator_the_limit_is_looked_at_as_it_goes_on(media):
    with pytest.raises(PriceLimit, match="6 jobs"):
        list(media.map(iter(images(100)), concurrency=1))
    assert submitted(media) <= 5


def test_a_fill_and_its_plan_know_the_price(media, tmp_path, capsys):
    from mediaext.datasets import Augmented

    def photos(count):
        return [PIL.Image.new("RGB", (8, 8), (40 * number, 9, 9)) for number in range(count)]

    steps = [EditImage(prompt="rainy")]
    options = {"runner": media, "size": 8, "quiet": True}
    with Augmented(photos(2), steps, folder=tmp_path / "few", **options) as data:
        assert data.plan().cost == pytest.approx(0.04)
        data.fill(progress=False)
        assert "Price: 2 jobs, at most 0.04 USD.\n" in capsys.readouterr().err
        data.fill(progress=False)  # all there: nothing to pay
        assert "Price" not in capsys.readouterr().err
    many = Augmented(photos(4), steps, folder=tmp_path / "many", **options)
    with many as data, pytest.raises(PriceLimit, match=r"4 jobs, at most 0\.08 USD"):
        data.fill(progress=False)


def test_prices_are_of_who_makes_it(media):
    known = PriceList.read(home())
    assert known.price("image", "instant") == 0.01
    assert known.price("image", "classical") is None
    assert list(media.map(images(2), engine="classical"))  # free: no price is noted


def test_a_service_that_charges_credits_announces_its_prices(tmp_path):
    with mediaext.testing.service(tmp_path / "svc", engine=INSTANT, prices={"image": 3}) as svc:
        media = mediaext.connect(svc.base_url)
        shown = str(run(media, "image 'a fox' --dry-run"))
        assert shown.endswith("Price: 1 job, at most 3.00 credits.")
        (home() / "settings.toml").write_text(f'[prices."{svc.base_url}"]\nimage = 0.5\n')
        assert "at most 0.50" in str(run(media, "image 'a fox' --dry-run"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[prices]\nlimit = -1", "limit"),
        ("[prices.huggingface]\nimages = 1", "no operation 'images'. Did you mean 'image'"),
        ("[prices.huggingface]\nimage = 'much'", "huggingface.image"),
        ("prices = 3", "a table"),
    ],
)
def test_prices_that_cannot_be_read_say_where(content, words):
    (home() / "settings.toml").write_text(content)
    with pytest.raises(MediaError, match=words):
        PriceList.read(home())


def test_a_table_of_requests_is_priced_as_a_whole(tmp_path, monkeypatch, capsys):
    (home() / "settings.toml").write_text(PRICES)
    monkeypatch.setenv("MEDIAEXT_ENGINE", INSTANT)
    (tmp_path / "rows.csv").write_text("prompt\n" + "a fox\n" * 4)
    arguments = ["image", "--from", str(tmp_path / "rows.csv"), "-o", str(tmp_path / "{n}.webp")]
    assert main([*arguments, "--dry-run"]) == 0
    assert "Price: 4 jobs, at most 0.04 USD." in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(("answer", "code"), [(b"y\n", 0), (b"\n", 1)])
def test_a_person_at_a_terminal_is_asked(tmp_path, monkeypatch, answer, code):
    import pty

    (home() / "settings.toml").write_text(PRICES.replace("0.05", "0.01"))
    ours, theirs = pty.openpty()
    os.write(ours, answer)
    done = subprocess.run(
        [
            sys.executable, "-m", "mediaext", "grid", "image", "a fox", "--seed", "1", "2",
            "-o", str(tmp_path / "grid.webp"),
        ],
        stdin=theirs, capture_output=True, text=True, check=False,
        env={**os.environ, "MEDIAEXT_ENGINE": INSTANT},
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert done.returncode == code
    assert "This costs 2 jobs, at most 0.02 USD, above the limit of 0.01. Send it?" in done.stdout
    assert (tmp_path / "grid.webp").exists() == (code == 0)
