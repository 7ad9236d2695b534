"""Text that shows itself without quotation marks, in a notebook as Markdown."""


class Text(str):
    """A string for people; ``markdown`` is its richer form."""

    markdown: str

    def __new__(cls, plain: str, markdown: str = "") -> "Text":
        """Make a text; without ``markdown`` it is shown plain everywhere."""
        text = super().__new__(cls, plain)
        text.markdown = markdown
        return text

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": str(self)}
        return {**bundle, "text/markdown": self.markdown} if self.markdown else bundle
