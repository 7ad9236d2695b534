"""``python -m mediaext`` is the ``mediaext`` command."""

import sys

from mediaext.cli import main

if __name__ == "__main__":
    sys.exit(main())
