"""Displays of several results: galleries, before and after, the job table."""

from mediaext.notebook.display.comparison import Comparison as Comparison
from mediaext.notebook.display.comparison import compare as compare
from mediaext.notebook.display.gallery import Gallery as Gallery
from mediaext.notebook.display.gallery import gallery as gallery
from mediaext.notebook.display.job_table import JobTable as JobTable
from mediaext.notebook.display.job_table import job_frame as job_frame
from mediaext.notebook.display.job_table import job_table as job_table
