"""Lets the torchvision of a package index be imported beside a torch without CUDA.

Its compiled operators do not load there, and their absence ends the import. They are declared
before it, so that all of it that is Python runs: readers, transforms, ``tv_tensors``. Copied into
the ``site-packages`` of an environment, this file is imported whenever its Python starts.
"""

import importlib.abc
import sys

SIGNATURE = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"


class Declaring(importlib.abc.MetaPathFinder):
    """Finds nothing; declares the operators when torchvision is about to look for them."""

    library = None

    def find_spec(self, name, path=None, target=None):
        if name == "torchvision.extension" and self.library is None:
            import torch

            self.library = torch.library.Library("torchvision", "FRAGMENT")
            if not torch.version.cuda:
                for operator in ("nms", "qnms"):
                    self.library.define(operator + SIGNATURE)


sys.meta_path.insert(0, Declaring())
