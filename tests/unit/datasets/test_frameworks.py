"""Lightning, accelerate, the Trainer and torch.distributed, as the how-to shows them.

Those that take long to import are run by hand: ``pip install lightning; pytest -m frameworks``.
"""

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from dataset_makers import FolderService, Painter, picture

from mediaext.datasets import Augmented, choice
from mediaext.operations import EditImage

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "howto" / "train-with-a-framework.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
START, LIGHTNING, ACCELERATE, TRAINER, DISTRIBUTED = range(5)
COUNT = 24


def type_in(*numbers):
    names = {"__name__": "docs"}
    for number in (START, *numbers):
        exec(compile(BLOCKS[number], str(PAGE), "exec"), names)
    return names


def test_accelerate_and_torch_distributed_as_the_page_shows_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = type_in(ACCELERATE, DISTRIBUTED)

    assert names["train"].stats()["results"] == 24
    assert names["train"].epoch == 2, "the loader of the last part moved on"


@pytest.mark.frameworks
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("number", "package"), [(LIGHTNING, "lightning"), (TRAINER, "trainer")])
def test_the_page_runs(number, package, tmp_path, monkeypatch):
    if number == LIGHTNING:
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)

    assert type_in(number)["train"].stats()["results"] == 24


class Rows:
    """Items as the Trainer wants them."""

    def __len__(self):
        return COUNT

    def __getitem__(self, index):
        return {"pixel_values": picture(index), "labels": index % 3, "number": index}


class Network(torch.nn.Module):
    """Notes the numbers and the looks of what it is trained on."""

    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3 * 16 * 16, 3)
        self.seen = []

    def forward(self, pixel_values, labels, number):
        pixels = pixel_values.float().flatten(1)
        self.seen += list(zip(number.tolist(), pixels.sum(1).tolist(), strict=True))
        logits = self.layer(pixels / 255)
        return {"loss": torch.nn.functional.cross_entropy(logits, labels), "logits": logits}


@pytest.fixture
def train(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # Lightning leaves checkpoints where it runs

    def make():
        return Augmented(
            Rows(),
            [EditImage(prompt=choice("rainy", "at night"))],
            variants=2,
            runner=Painter(),
            folder=tmp_path / "pool",
            size=16,
            quiet=True,
        )

    return make


def check_epochs(seen):
    """Hold that two epochs showed every item once, each time in another order and variant."""
    first, second = seen[:COUNT], seen[COUNT:]

    assert sorted(number for number, _ in first) == list(range(COUNT))
    assert sorted(number for number, _ in second) == list(range(COUNT))
    assert [number for number, _ in first] != [number for number, _ in second]
    assert not set(first) & set(second)


@pytest.mark.frameworks
@pytest.mark.filterwarnings("ignore")
def test_the_trainer_sees_every_item_once_and_resumes_within_an_epoch(train, tmp_path):
    from transformers import Trainer, TrainingArguments

    class PhotoTrainer(Trainer):
        def get_train_dataloader(self):
            found = self.train_dataset.dataloader(self.args.train_batch_size, num_workers=1)
            return self.accelerator.prepare(found)

    def run(resume):
        arguments = TrainingArguments(
            str(tmp_path / "runs"), num_train_epochs=2, per_device_train_batch_size=4,
            use_cpu=True, report_to="none", disable_tqdm=True, save_steps=4,
        )  # fmt: skip
        network = Network()
        trainer = PhotoTrainer(network, arguments, train_dataset=train())
        trainer.train(resume_from_checkpoint=resume)
        return network.seen

    whole = run(None)
    check_epochs(whole)

    assert run(str(tmp_path / "runs" / "checkpoint-4")) == whole[16:]


@pytest.mark.frameworks
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["loader", "dataloader"])
def test_lightning_resumes_within_an_epoch(kind, train, tmp_path):
    lightning = pytest.importorskip("lightning")
    callbacks = pytest.importorskip("lightning.pytorch.callbacks")

    class Module(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.network = Network()

        def training_step(self, batch, number):
            return self.network(**batch)["loss"]

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), 0.1)

    def run(checkpoint):
        data, module = train(), Module()
        batches = data.loader(4, shuffle=True) if kind == "loader" else data.dataloader(4)
        saved = callbacks.ModelCheckpoint(tmp_path, "{step}", every_n_train_steps=2, save_top_k=-1)
        trainer = lightning.Trainer(
            max_epochs=2, accelerator="cpu", logger=False, enable_progress_bar=False,
            enable_model_summary=False, callbacks=[saved],
        )  # fmt: skip
        trainer.fit(module, batches, ckpt_path=checkpoint)
        return module.network.seen

    whole = run(None)

    check_epochs(whole)
    assert run(tmp_path / "step=4.ckpt") == whole[16:]
    assert run(tmp_path / "step=6.ckpt") == whole[24:], "at the end of an epoch"


@pytest.mark.frameworks
def test_two_ranks_of_accelerate_share_an_epoch_and_make_each_sample_once(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    where = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "WORLD_SIZE": "2"}
    ranks = [
        subprocess.Popen(
            [sys.executable, "-W", "ignore", str(HERE / "accelerated.py"), str(tmp_path)],
            env={**os.environ, **where, "RANK": str(rank), "LOCAL_RANK": str(rank)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for rank in range(2)
    ]
    told = [rank.communicate(timeout=300)[0].splitlines() for rank in ranks]

    assert [rank.returncode for rank in ranks] == [0, 0]
    for one, other in zip(*told, strict=True):
        assert sorted(json.loads(one) + json.loads(other)) == list(range(40))
    assert FolderService(tmp_path / "service").jobs == 40
