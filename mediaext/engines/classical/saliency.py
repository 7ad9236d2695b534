"""Estimate how likely each pixel belongs to the subject, from the picture alone.

Photographs put the subject in the middle and in focus, and the background at the edges. Four
measures of "unlike what is at the edges" are averaged, then weighed by place and sharpness. The
bottom edge does not count as background: people and table-top subjects are often cut off there.
"""

from typing import Any

import cv2
import numpy as np

from mediaext.engines.classical.arrays import Floats, Pixels
from mediaext.engines.classical.superpixels import Superpixels, find_superpixels, smooth

OPEN_SIDES = ("top", "left", "right")
SURFACE = 15.0  # CIELAB units along a path within which it stays on one surface
THRESHOLDS = 14
CENTRE_WEIGHT, FOCUS_WEIGHT = 0.4, 0.5


def find_salient(rgb: Pixels, full: Pixels) -> tuple[Superpixels, Floats]:
    """Return the regions of ``rgb`` and their saliency, 0 to 1, (N,).

    ``full`` is the same picture larger, up to about 720 pixels, for measuring focus.
    """
    regions = find_superpixels(rgb)
    measures = [
        separation(regions),
        regions.mean(surroundedness(rgb)),
        strangeness(regions),
        rarity(regions),
    ]
    salient = np.mean([_stretch(measure) for measure in measures], axis=0)
    salient *= 1 - CENTRE_WEIGHT + CENTRE_WEIGHT * _centredness(regions)
    salient *= 1 - FOCUS_WEIGHT + FOCUS_WEIGHT * _focus(regions, full)
    return regions, smooth(regions, _stretch(salient, 5, 99))


def separation(regions: Superpixels) -> Floats:
    """Return how far in colour each region is from the edges, along the smoothest path, 0 to 1.

    Geodesic saliency (Wei, Wen, Zhu and Sun, 2012). What reaches two sides, such as a treeline,
    is background for sure; what reaches one only, probably.
    """
    from scipy.sparse.csgraph import csgraph_from_dense, dijkstra

    apart = regions.distances(regions.colour)
    nearest = np.where(regions.neighbours, apart, np.inf).min(axis=1)
    usual = nearest[np.isfinite(nearest)].mean() if np.isfinite(nearest).any() else 0.0
    steps = np.where(regions.neighbours, np.maximum(apart - usual, 0) + 1e-4, 0)
    graph = csgraph_from_dense(steps)
    paths = [dijkstra(graph, indices=regions.side(side), min_only=True) for side in OPEN_SIDES]
    reach = np.exp(-np.array(paths) / SURFACE)
    once, twice = np.sort(reach, axis=0)[::-1][:2]
    separate: Floats = (1 - 0.7 * once - 0.3 * twice).astype(np.float32)
    return separate


def surroundedness(rgb: Pixels) -> Floats:
    """Return how often each pixel lies in an area that no open side touches, (height, width).

    Boolean map saliency (Zhang and Sclaroff, 2013) over thresholds of whitened colour.
    """
    soft = cv2.GaussianBlur(rgb, (0, 0), 1.0).astype(np.float32) / 255
    colour = cv2.cvtColor(soft, cv2.COLOR_RGB2LAB)
    count: Floats = np.zeros(rgb.shape[:2], np.float32)
    for channel in np.moveaxis(_whiten(colour), 2, 0):
        low, high = np.percentile(channel, (2, 98))
        for threshold in np.linspace(low, high, THRESHOLDS + 2)[1:-1]:
            above = (channel > threshold).astype(np.uint8)
            count += _enclosed(above) + _enclosed(1 - above)
    surrounded: Floats = (count / (3 * THRESHOLDS)).astype(np.float32)
    return surrounded


def _whiten(colour: Floats) -> Floats:
    flat = colour.reshape(-1, 3) - colour.reshape(-1, 3).mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(flat.T) + 4 * np.eye(3))
    white: Floats = (flat @ (vectors / np.sqrt(values) @ vectors.T)).reshape(colour.shape)
    return white


def _enclosed(area: Pixels) -> Floats:
    parts, labels = cv2.connectedComponents(area, connectivity=4, ltype=cv2.CV_16U)
    kept = np.ones(parts, np.float32)
    kept[0] = 0
    for edge in (labels[0], labels[:, 0], labels[:, -1]):
        kept[edge] = 0
    enclosed: Floats = kept[labels]
    return enclosed


def strangeness(regions: Superpixels) -> Floats:
    """Return the distance in colour and texture to the most alike regions at the edges."""
    border = np.flatnonzero(regions.rim > 0.3)
    if len(border) < 2:
        return np.zeros_like(regions.size)
    apart = regions.distances(regions.look)
    np.fill_diagonal(apart, np.inf)  # a region at the edge is compared with the others there
    alike = np.sort(apart[:, border], axis=1)[:, : min(3, len(border) - 1)]
    strange: Floats = alike.mean(axis=1)
    return strange


def rarity(regions: Superpixels) -> Floats:
    """Return how much more a look occurs in the middle than at the edges, as a log ratio."""
    likeness = np.exp(-(regions.distances(regions.look) ** 2) / (2 * 0.8**2))
    height, width = regions.labels.shape
    middle = np.array([width, height]) / max(height, width) / 2
    central = np.exp(-((regions.place - middle) ** 2).sum(axis=1) / (2 * 0.3**2))
    inner, outer = regions.size * (1 - regions.rim), regions.size * regions.rim
    within = likeness @ (inner * central) / max(inner.sum(), 1) + 1e-4
    without = likeness @ outer / max(outer.sum(), 1) + 1e-4
    rare: Floats = np.log(within / without).astype(np.float32)
    return rare


def _centredness(regions: Superpixels) -> Floats:
    height, width = regions.labels.shape
    centred = (regions.place * max(height, width) / np.array([width, height]) - 0.5) ** 2
    near: Floats = np.exp(-centred.sum(axis=1) / (2 * 0.25**2)).astype(np.float32)
    return near


def _focus(regions: Superpixels, full: Pixels) -> Floats:
    """Return the fine detail about each region beside that of the sharpest, 0 to 1."""
    gray = cv2.cvtColor(full, cv2.COLOR_RGB2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(np.abs(gray - cv2.GaussianBlur(gray, (0, 0), 1.2)), (0, 0), 6)
    height, width = regions.labels.shape
    detail = regions.mean(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA))
    sharp: Floats = (detail / max(float(np.percentile(fine, 97)), 1e-3)).clip(0, 1)
    return sharp


def _stretch(values: Any, low: float = 2, high: float = 98) -> Floats:
    bottom, top = np.percentile(values, (low, high))
    stretched: Floats = ((values - bottom) / (top - bottom + 1e-6)).clip(0, 1).astype(np.float32)
    return stretched
