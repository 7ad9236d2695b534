"""One grammar for magics and command line, read over the catalogue."""

from mediaext.grammar.parser import OPTIONS as OPTIONS
from mediaext.grammar.parser import Grammar as Grammar
from mediaext.grammar.parser import Line as Line
from mediaext.grammar.parser import Step as Step
from mediaext.grammar.parser import Verb as Verb
from mediaext.grammar.tokens import InvalidCommand as InvalidCommand
from mediaext.grammar.tokens import Token as Token
from mediaext.grammar.tokens import from_arguments as from_arguments
from mediaext.grammar.tokens import quote as quote
from mediaext.grammar.tokens import tokenize as tokenize
from mediaext.grammar.tokens import wrong as wrong
