"""Damage to files, and which rows of an undamaged SQLite file lie where."""

import struct

PAGE = 4096
TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR = 13, 10, 2


def damaged(content, chance):
    """Flip, cut, repeat, insert or overwrite bytes; return them and the old range struck."""
    start = chance.randrange(len(content))
    end = min(start + chance.choice((1, 8, 200, 1000, 4096, 9000)), len(content))
    how = chance.choice(("flip", "overwrite", "neighbour", "cut out", "repeat", "insert", "end"))
    if how == "flip":
        bit = bytes([content[start] ^ 1 << chance.randrange(8)])
        return content[:start] + bit + content[start + 1 :], start, start + 1
    if how == "overwrite":
        noise = chance.choice((bytes(end - start), chance.randbytes(end - start)))
        return content[:start] + noise + content[end:], start, end
    if how == "neighbour":  # a block written over its neighbour
        piece = content[max(start - (end - start), 0) : start]
        return content[:start] + piece + content[start + len(piece) :], start, start + len(piece)
    if how == "cut out":
        return content[:start] + content[end:], start, end
    if how == "repeat":
        return content[:end] + content[start:end] + content[end:], end, end
    if how == "insert":
        noise = chance.randbytes(end - start)
        return content[:start] + noise + content[start:], start, start
    return content[:start], start, len(content)


def is_struck(ranges, start, end):
    """Return whether damage from ``start`` to ``end`` touches any byte of a row."""
    return any(
        first < max(end, start + 1) and last > start if start < end else first < start < last
        for first, last in ranges
    )


def rows_of(content):
    """Yield the bytes of every row of an undamaged file and the ranges in which they lie.

    Written after https://www.sqlite.org/fileformat2.html, page by page, unlike what is tested.
    """
    for number in range(len(content) // PAGE):
        base = number * PAGE
        head = base if number else base + 100
        kind = content[head]
        count = struct.unpack_from(">H", content, head + 3)[0]
        if kind not in {TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR} or count > 500:
            continue
        first = head + (12 if kind == INDEX_INTERIOR else 8)
        for cell in range(count):
            at = base + struct.unpack_from(">H", content, first + 2 * cell)[0]
            begin = at = at + 4 * (kind == INDEX_INTERIOR)
            size, at = number_at(content, at)
            if kind == TABLE_LEAF:
                begin, (_, at) = at, number_at(content, at)
            local = local_size(size, kind)
            ranges, text = [(begin, at + local)], content[at : at + local]
            missing = size - local
            pointer = at + local
            while missing > 0:
                ranges.append((pointer, pointer + 4))
                page = (struct.unpack_from(">I", content, pointer)[0] - 1) * PAGE
                piece = content[page + 4 : page + min(PAGE, missing + 4)]
                ranges.append((page + 4, page + 4 + len(piece)))
                text, pointer, missing = text + piece, page, missing - len(piece)
            yield text, ranges


def number_at(content, at):
    value = 0
    while True:
        value = value << 7 | content[at] & 127
        at += 1
        if content[at - 1] < 128:
            return value, at


def local_size(size, kind):
    most = PAGE - 35 if kind == TABLE_LEAF else (PAGE - 12) * 64 // 255 - 23
    least = (PAGE - 12) * 32 // 255 - 23
    over = least + (size - least) % (PAGE - 4)
    return size if size <= most else over if over <= most else least
