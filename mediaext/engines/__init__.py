"""Engines make media in this machine: they know pixels and samples, no network and no signing."""

from mediaext.engines.base import Cancelled, Context, Engine, Files, Inputs, invalid, load_engine

__all__ = ["Cancelled", "Context", "Engine", "Files", "Inputs", "invalid", "load_engine"]
