"""Every place by name."""

from mediaext.engines.classical.painter.settings.indoors import INDOORS
from mediaext.engines.classical.painter.settings.outdoors import OUTDOORS
from mediaext.engines.classical.painter.settings.table import Setting

SETTINGS: dict[str, Setting] = {**OUTDOORS, **INDOORS}
