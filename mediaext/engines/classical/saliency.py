"""Say how likely each pixel belongs to the subject, from the picture alone.

The core is robust background detection (Zhu, Liang, Wei and Sun, 2014): a region that hardly
touches the picture's edge, measured by its connectivity over soft areas of like colour, is
foreground; contrast to what surely is background makes it salient; a least-squares fit smooths
both over the regions.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from scipy.sparse.csgraph import shortest_path
from skimage.segmentation import slic

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float32]]
Labels = np.ndarray[Any, np.dtype[np.int64]]
REGIONS = 320
COLOUR_SPREAD = 10.0  # CIELAB units: how unlike neighbouring colours of one surface may be
PLACE_SPREAD = 0.25  # of the longer side: how far contrast is felt


@dataclass(frozen=True, slots=True)
class Regions:
    """A picture in small regions of even colour: ``labels`` (H, W), means, and neighbourhood."""

    labels: Labels
    colour: Floats  # (N, 3) CIELAB
    place: Floats  # (N, 2) x, y in longer sides
    size: Floats  # (N,) pixels
    edge: Floats  # (N,) pixels on the picture's edge
    neighbours: np.ndarray[Any, np.dtype[np.bool_]]  # (N, N)

    def paint(self, values: Floats) -> Floats:
        """Spread one value a region over its pixels."""
        painted: Floats = values.astype(np.float32)[self.labels]
        return painted


def find_regions(rgb: Pixels) -> Regions:
    """Split uint8 RGB pixels into regions (SLIC, Achanta et al., 2012)."""
    lab = cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    labels = slic(rgb, REGIONS, compactness=14, start_label=0, sigma=0.8).astype(np.int64)
    count = int(labels.max()) + 1
    size = np.bincount(labels.ravel(), minlength=count).astype(np.float32)
    colour = np.stack([_mean(labels, lab[..., i], size) for i in range(3)], axis=1)
    rows, columns = np.indices(labels.shape)
    longer = max(labels.shape)
    place = np.stack([_mean(labels, columns, size), _mean(labels, rows, size)], axis=1) / longer
    rim = np.concatenate([labels[0], labels[-1], labels[1:-1, 0], labels[1:-1, -1]])
    edge = np.bincount(rim, minlength=count).astype(np.float32)
    return Regions(labels, colour, place, size, edge, _neighbours(labels, count))


def background_detection(regions: Regions) -> Floats:
    """Return saliency 0 to 1 a region, by robust background detection."""
    distance = _colour_distance(regions)
    background = _background_weight(regions, distance)
    contrast = _weighted_contrast(regions, background)
    return _optimise(regions, distance, contrast, background)


def _mean(labels: Labels, values: Any, size: Floats) -> Floats:
    total = np.bincount(labels.ravel(), np.asarray(values).ravel(), len(size))
    return (total / np.maximum(size, 1)).astype(np.float32)


def _neighbours(labels: Labels, count: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    touching = np.zeros((count, count), bool)
    for one, other in ((labels[:, 1:], labels[:, :-1]), (labels[1:], labels[:-1])):
        touching[one.ravel(), other.ravel()] = True
    touching |= touching.T
    np.fill_diagonal(touching, val=False)
    return touching


def _colour_distance(regions: Regions) -> Floats:
    gap = regions.colour[:, None] - regions.colour[None]
    distance: Floats = np.sqrt((gap**2).sum(axis=2)).astype(np.float32)
    return distance


def _background_weight(regions: Regions, distance: Floats) -> Floats:
    """Boundary connectivity: length on the edge over the root of the area, of like colour."""
    rim = regions.edge > 0
    joined = regions.neighbours | (rim[:, None] & rim[None])
    usual = _usual_distance(regions, distance)
    steps = np.where(joined, np.maximum(distance - usual, 0) + 1e-4, 0)
    geodesic = shortest_path(steps, directed=False)
    alike = np.exp(-(geodesic**2) / (2 * COLOUR_SPREAD**2))
    area = alike @ (regions.size / regions.size.mean())
    unit = np.sqrt(regions.size.mean())
    length = alike @ (regions.edge / unit)
    connectivity = length / np.sqrt(area)
    weight: Floats = (1 - np.exp(-(connectivity**2) / 2)).astype(np.float32)
    return weight


def _usual_distance(regions: Regions, distance: Floats) -> float:
    """Distance below which neighbours count as one surface: the mean of the closest neighbours."""
    near = np.where(regions.neighbours, distance, np.inf).min(axis=1)
    return float(near[np.isfinite(near)].mean()) if np.isfinite(near).any() else 0.0


def _weighted_contrast(regions: Regions, background: Floats) -> Floats:
    apart = ((regions.place[:, None] - regions.place[None]) ** 2).sum(axis=2)
    felt = np.exp(-apart / (2 * PLACE_SPREAD**2)) * regions.size[None]
    contrast = (_colour_distance(regions) * felt * background[None]).sum(axis=1)
    contrast *= 1 - background
    top = np.percentile(contrast, 98)
    scaled: Floats = (contrast / max(top, 1e-6)).clip(0, 1).astype(np.float32)
    return scaled


def _optimise(
    regions: Regions, distance: Floats, foreground: Floats, background: Floats
) -> Floats:
    """Minimise bg*s^2 + fg*(s-1)^2 + smoothness between neighbours, in closed form."""
    reach = regions.neighbours | (regions.neighbours @ regions.neighbours)
    smooth = np.where(reach, np.exp(-(distance**2) / (2 * COLOUR_SPREAD**2)) + 0.1, 0)
    np.fill_diagonal(smooth, 0)
    system = np.diag(smooth.sum(axis=1) + foreground + background + 1e-6) - smooth
    saliency = np.linalg.solve(system, foreground)
    low, high = saliency.min(), saliency.max()
    scaled: Floats = ((saliency - low) / max(high - low, 1e-6)).astype(np.float32)
    return scaled
