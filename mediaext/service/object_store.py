"""Media in S3 or a compatible store; needs the extra ``[scale]``.

Credentials, region and endpoint are those of every program for S3: ``AWS_ACCESS_KEY_ID``,
``AWS_ENDPOINT_URL_S3``, ``~/.aws``, or the role of the machine.
"""

import contextlib
import errno
import re
import zlib
from collections.abc import Iterable, Iterator
from http.client import IncompleteRead
from typing import Any

from mediaext.errors import MediaError
from mediaext.service.blob_store import WrittenFile

ADDRESS = re.compile(r"s3://(?P<bucket>[a-z0-9][a-z0-9.-]{1,62})(?:/(?P<prefix>.*))?")
PART = 8 << 20  # bytes sent or read at once; S3 takes parts of 5 MiB and more
LINK_SECONDS = 300  # that a link to S3 holds; ours, which leads there, holds a day
CALL_SECONDS = 120.0  # for one part, with its repetitions
TRIES = 3
MOST_DELETED = 1000  # by one call
LIFE_DAYS = 2  # S3 counts whole days; the service itself deletes after one
CONFIG = {
    "signature_version": "s3v4",  # else links are signed by the old way, which regions refuse
    "connect_timeout": 5,
    "read_timeout": 20,
    "max_pool_connections": 32,
    "retries": {"mode": "standard", "total_max_attempts": TRIES},
}


class ObjectStore:
    """A bucket, or what is in it below a prefix.

    Raises
    ------
    MediaError
        Where the address is none of S3, or s3fs is not installed.
    """

    def __init__(self, address: str) -> None:
        found = ADDRESS.fullmatch(address)
        if found is None:
            raise MediaError(
                f"Media is stored in a folder or s3://BUCKET/PREFIX, not '{address}'."
            )
        try:
            import s3fs
        except ImportError as error:
            raise MediaError(
                f"Media in S3 needs more libraries ({error.name} is missing): "
                "pip install 'mediaext[scale]'."
            ) from None
        self.address = address
        self._bucket: str = found["bucket"]
        prefix = (found["prefix"] or "").strip("/")
        self._front = f"{prefix}/" if prefix else ""
        self._files = s3fs.S3FileSystem(
            config_kwargs=CONFIG, use_listings_cache=False, skip_instance_cache=True
        )
        self._files.retries = TRIES

    def _call(self, method: str, **values: Any) -> dict[str, Any]:
        with self._translated_errors():
            answer: dict[str, Any] = self._files.call_s3(
                method, Bucket=self._bucket, timeout=CALL_SECONDS, **values
            )
            return answer

    @contextlib.contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Raise errors of S3 or the connection as a sentence; a missing file stays one."""
        from aiohttp import ClientError
        from botocore.exceptions import BotoCoreError

        try:
            yield
        except (OSError, BotoCoreError, ClientError, TimeoutError, IncompleteRead) as error:
            sentence = self._sentence(error)
            if sentence is None:
                raise
            raise OSError(errno.EIO, sentence) from error

    def _sentence(self, error: Exception) -> str | None:
        code = _code(error)
        if code == "NoSuchBucket":
            return f"the bucket '{self._bucket}' does not exist"
        if isinstance(error, FileNotFoundError):
            return None
        if isinstance(error, PermissionError):
            return f"S3 refuses access to {self.address} ({code or error})"
        kind = type(error).__name__
        if kind in ("NoCredentialsError", "PartialCredentialsError"):
            return "there are no credentials for S3, such as AWS_ACCESS_KEY_ID or a role"
        reason = " ".join(str(error).split()) or kind
        return f"S3 does not answer for {self.address} ({reason[:300]})"

    def check(self) -> None:
        """Write an object and delete it."""
        self.delete([self.write("check/check", (b"",)).file])

    def write(self, file: str, pieces: Iterable[bytes]) -> WrittenFile:
        """Write an object, a large one in parts; it appears when all of it is there."""
        key = self._front + file
        size = checksum = 0
        room = bytearray()
        upload = ""
        parts: list[dict[str, Any]] = []
        try:
            for piece in pieces:
                size += len(piece)
                checksum = zlib.crc32(piece, checksum)
                room += piece
                while len(room) > PART:
                    if not upload:
                        upload = self._call("create_multipart_upload", Key=key)["UploadId"]
                    parts.append(self._part(key, upload, len(parts) + 1, bytes(room[:PART])))
                    del room[:PART]
            if not upload:
                self._call("put_object", Key=key, Body=bytes(room))
            else:
                parts.append(self._part(key, upload, len(parts) + 1, bytes(room)))
                self._call(
                    "complete_multipart_upload",
                    Key=key,
                    UploadId=upload,
                    MultipartUpload={"Parts": parts},
                )
        except BaseException:
            if upload:
                with contextlib.suppress(OSError):  # else the lifecycle rule ends it
                    self._call("abort_multipart_upload", Key=key, UploadId=upload)
            raise
        return WrittenFile(file, size, checksum)

    def _part(self, key: str, upload: str, number: int, content: bytes) -> dict[str, Any]:
        answer = self._call(
            "upload_part", Key=key, UploadId=upload, PartNumber=number, Body=content
        )
        sums = {name: text for name, text in answer.items() if name.startswith("Checksum")}
        sums.pop("ChecksumType", None)
        return {"PartNumber": number, "ETag": answer["ETag"], **sums}

    def read(self, file: str, size: int | None = None) -> Iterator[bytes]:
        """Yield the content, a part at a time."""
        if size is None:
            size = int(self._call("head_object", Key=self._front + file)["ContentLength"])
        path = f"{self._bucket}/{self._front}{file}"
        for start in range(0, size, PART):
            with self._translated_errors():
                end = min(start + PART, size)
                yield self._files.cat_file(path, start=start, end=end, timeout=CALL_SECONDS)

    def holds(self, file: str, size: int) -> bool:
        """Say yes: an object is there whole, or its reader will find that it is not."""
        return True

    def path(self, file: str) -> None:
        """Return nothing: it is elsewhere."""

    def link(self, file: str, method: str, media_type: str, name: str | None) -> str:
        """Return an address that S3 itself answers for :data:`LINK_SECONDS`."""
        saved = f'inline; filename="{name}"' if name else "inline"
        with self._translated_errors():
            link: str = self._files.url(
                f"{self._bucket}/{self._front}{file}",
                expires=LINK_SECONDS,
                client_method="head_object" if method == "HEAD" else "get_object",
                ResponseContentType=media_type,
                ResponseContentDisposition=saved,
                ResponseCacheControl="private, max-age=3600",
            )
        return link

    def delete(self, files: Iterable[str]) -> None:
        """Delete objects, a thousand by a call."""
        keys = [{"Key": self._front + file} for file in files]
        for start in range(0, len(keys), MOST_DELETED):
            some = {"Objects": keys[start : start + MOST_DELETED], "Quiet": True}
            if errors := self._call("delete_objects", Delete=some).get("Errors"):
                reason = errors[0].get("Code", "unknown")
                raise OSError(errno.EIO, f"S3 deletes nothing of {self.address} ({reason})")

    def names(self, front: str) -> list[str]:
        """Return the objects whose names begin so, as S3 lists them now."""
        found: list[str] = []
        more: dict[str, str] = {}
        while True:
            answer = self._call("list_objects_v2", Prefix=self._front + front, **more)
            found += [one["Key"][len(self._front) :] for one in answer.get("Contents", ())]
            if not answer.get("IsTruncated"):
                return found
            more = {"ContinuationToken": answer["NextContinuationToken"]}

    def older(self, seconds: float) -> Iterator[str]:
        """Yield nothing: a rule of the bucket deletes leftovers, see :meth:`prepare`."""
        return iter(())

    def prepare(self) -> None:
        """Have the bucket delete what is left over, and let web pages read by a link.

        Rules of others stay as they are.
        """
        rule = {
            "ID": f"mediaext {self._front}".strip(),
            "Status": "Enabled",
            "Filter": {"Prefix": self._front},
            "Expiration": {"Days": LIFE_DAYS},
            "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 1},
        }
        rules = [*self._others("get_bucket_lifecycle_configuration", "Rules", rule["ID"]), rule]
        self._call("put_bucket_lifecycle_configuration", LifecycleConfiguration={"Rules": rules})
        pages = {
            "ID": "mediaext",
            "AllowedMethods": ["GET", "HEAD"],
            "AllowedOrigins": ["*"],
            "AllowedHeaders": ["*"],
            "MaxAgeSeconds": 3600,
        }
        rules = [*self._others("get_bucket_cors", "CORSRules", pages["ID"]), pages]
        self._call("put_bucket_cors", CORSConfiguration={"CORSRules": rules})

    def _others(self, method: str, name: str, own: object) -> list[dict[str, Any]]:
        """Return the bucket's rules that are not ours."""
        try:
            rules: list[dict[str, Any]] = self._call(method).get(name, [])
        except OSError as error:
            if _code(error) in ("NoSuchLifecycleConfiguration", "NoSuchCORSConfiguration"):
                return []
            raise
        return [rule for rule in rules if rule.get("ID") != own]

    def close(self) -> None:
        """Close the connections."""
        if self._files._s3 is not None:
            self._files.close_session(self._files.loop, self._files._s3creator)


def _code(error: BaseException | None) -> str:
    """Return what S3 calls an error, which one of its causes has; nothing where it is not S3's."""
    while error is not None:
        if response := getattr(error, "response", None):
            return str(response.get("Error", {}).get("Code", ""))
        error = error.__cause__
    return ""
