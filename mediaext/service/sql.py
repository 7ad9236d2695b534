"""Every statement of the service by name, so that a test can read the plan of the exact text."""

INSERT_JOB = """
INSERT INTO jobs (job_id, user, plan, rank, lane, operation, module, request, inputs, extra, seed,
                  server_id, callback_url, trust, cost, token, fingerprint, notes, engine,
                  traceparent, status, accepted_at, turn)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)
"""
LAST_TURN = """
SELECT turn FROM jobs WHERE lane = ? AND rank = ? AND user = ? AND status = 'queued'
ORDER BY turn DESC LIMIT 1
"""
FIRST_TURN = """
SELECT turn FROM jobs WHERE lane = ? AND rank = ? AND status = 'queued' ORDER BY turn LIMIT 1
"""
GET_JOB = "SELECT * FROM jobs WHERE job_id = ?"
GET_TRACE = "SELECT traceparent FROM jobs WHERE job_id = ?"
GET_OWN_JOB = "SELECT * FROM jobs WHERE job_id = ? AND user = ? AND operation = ?"
GET_ANY_OWN_JOB = "SELECT * FROM jobs WHERE job_id = ? AND user = ?"
GET_NAMED_JOB = """
SELECT * FROM jobs
WHERE user = ? AND token = ? AND operation = ? AND status != 'failed'
  AND (finished_at IS NULL OR finished_at > ?)
ORDER BY number DESC LIMIT 1
"""
COUNT_IN_FLIGHT = "SELECT in_flight FROM accounts WHERE user = ?"

WAITING = "SELECT 1 AS waiting FROM jobs WHERE lane = ? AND status = 'queued' LIMIT 1"
CLAIM_NEXT = """
UPDATE jobs SET status = 'leased', lease = ?, lease_until = ?, owner = ?, pod = ?,
                attempts = attempts + 1, started_at = ?, progress = NULL
WHERE number = (
    SELECT number FROM jobs WHERE number IN (
        SELECT (SELECT number FROM jobs
                WHERE lane = lanes.value AND status = 'queued'
                ORDER BY rank, turn, number LIMIT 1)
        FROM json_each(?) AS lanes
    ) ORDER BY rank, turn, number LIMIT 1
)
RETURNING *
"""
CLAIM_OLDEST = """
SELECT job_id, accepted_at FROM jobs
WHERE lane = ? AND status = 'queued'
ORDER BY number LIMIT 1
"""
LEASE = """
UPDATE jobs SET status = 'leased', lease = ?, lease_until = ?, owner = ?, pod = ?,
                attempts = attempts + 1, started_at = ?, progress = NULL
WHERE job_id = ? AND status = 'queued'
RETURNING *
"""
RENEW_LEASE = """
UPDATE jobs SET lease_until = ?, progress = ?
WHERE job_id = ? AND status = 'leased' AND lease = ?
"""
REQUEUE = """
UPDATE jobs SET status = 'queued', lease = NULL, lease_until = NULL, owner = NULL, pod = NULL,
                deaths = deaths + ?
WHERE job_id = ? AND status = 'leased' AND lease = ?
RETURNING *
"""
COMPLETE = """
UPDATE jobs SET status = 'completed', lease = NULL, lease_until = NULL, finished_at = ?, files = ?,
                notes = ?, made_by = ?
WHERE job_id = ? AND status = 'leased' AND lease = ?
RETURNING *
"""
FAIL_LEASED = """
UPDATE jobs SET status = 'failed', lease = NULL, lease_until = NULL, finished_at = ?, error = ?,
                code = ?, retryable = ?
WHERE job_id = ? AND status = 'leased' AND lease = ?
RETURNING *
"""
FAIL_OPEN = """
UPDATE jobs SET status = 'failed', lease = NULL, lease_until = NULL, finished_at = ?, error = ?,
                code = ?, retryable = ?
WHERE job_id = ? AND status IN ('queued', 'leased')
RETURNING *
"""
CANCEL = """
UPDATE jobs SET status = 'failed', lease = NULL, lease_until = NULL, finished_at = ?, error = ?,
                code = 'CANCELLED', retryable = 0
WHERE job_id = ? AND user = ? AND operation = ? AND status IN ('queued', 'leased')
RETURNING *
"""
LEASES_OVER = "SELECT job_id, lease FROM jobs WHERE status = 'leased' AND lease_until < ?"
LEASES_OF = "SELECT job_id, lease FROM jobs WHERE status = 'leased' AND owner = ?"
HELD_BY = "SELECT * FROM jobs WHERE status = 'leased' AND owner = ? ORDER BY number"
OWNERS = "SELECT DISTINCT owner FROM jobs WHERE status = 'leased' AND owner != ?"
PINNED_TOO_LONG = """
SELECT job_id, server_id FROM jobs
WHERE status = 'queued' AND server_id IS NOT NULL AND accepted_at < ?
"""
FORGET_JOBS = """
DELETE FROM jobs
WHERE number IN (SELECT number FROM jobs ORDER BY number LIMIT 500)
  AND finished_at IS NOT NULL AND finished_at < ?
"""
OPEN_JOBS = """
SELECT lane, plan, status, COUNT(*) AS count, MIN(accepted_at) AS oldest FROM jobs
WHERE status IN ('queued', 'leased') GROUP BY lane, plan, status
"""
USAGE = """
SELECT user, operation, COUNT(*) AS jobs,
       SUM(CASE WHEN status = 'completed' THEN 1 ELSE 0 END) AS completed,
       SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS failed,
       SUM(CASE WHEN status = 'completed' THEN cost ELSE 0 END) AS credits,
       SUM(CASE WHEN finished_at IS NOT NULL AND started_at IS NOT NULL
           THEN finished_at - started_at ELSE 0 END) AS seconds
FROM jobs WHERE accepted_at >= ? AND (CAST(? AS TEXT) IS NULL OR user = ?)
GROUP BY user, operation ORDER BY user, operation
"""

PUT_BLOB = """
INSERT INTO blobs (holder, role, file, media_type, size, checksum, expires_at)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (holder, role) DO UPDATE SET file = excluded.file, media_type = excluded.media_type,
    size = excluded.size, checksum = excluded.checksum, expires_at = excluded.expires_at
"""
GET_BLOB = "SELECT * FROM blobs WHERE holder = ? AND role = ?"
BLOB_OF_FILE = "SELECT 1 FROM blobs WHERE holder = ? AND file = ?"
BLOBS_OVER = "SELECT holder, role, file FROM blobs WHERE expires_at < ? LIMIT 500"
EXPIRE_INPUTS = (
    "UPDATE blobs SET expires_at = ? WHERE holder = ? AND role LIKE 'input-%' AND expires_at > ?"
)
COUNT_BLOBS = "SELECT COUNT(*) AS count, COALESCE(SUM(size), 0) AS size FROM blobs"
DELETE_BLOB = "DELETE FROM blobs WHERE holder = ? AND role = ?"

INSERT_WEBHOOK = """
INSERT INTO outbox (webhook_id, job_id, user, url, body, role, trust, state, next_at, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)
"""
HOLD_WEBHOOKS = """
UPDATE outbox SET next_at = ? WHERE webhook_id IN (
    SELECT webhook_id FROM outbox WHERE state = 'pending' AND next_at <= ? ORDER BY next_at LIMIT ?
)
RETURNING *
"""
NEXT_WEBHOOK = "SELECT MIN(next_at) AS next_at FROM outbox WHERE state = 'pending'"
SETTLE_WEBHOOK = """
UPDATE outbox SET state = ?, tries = tries + 1, next_at = ?, last_error = ?
WHERE webhook_id = ? AND state = 'pending' AND next_at = ?
"""
COUNT_WEBHOOKS = "SELECT COUNT(*) AS count FROM outbox WHERE state = 'pending'"
LIST_WEBHOOKS = """
SELECT * FROM outbox
WHERE (CAST(? AS TEXT) IS NULL OR user = ?) AND (CAST(? AS TEXT) IS NULL OR state = ?)
ORDER BY created_at DESC LIMIT ?
"""
REPLAY_WEBHOOK = """
UPDATE outbox SET state = 'pending', tries = 0, next_at = ?, last_error = NULL
WHERE webhook_id = ? OR job_id = ?
"""
FORGET_WEBHOOKS = "DELETE FROM outbox WHERE state != 'pending' AND created_at < ?"

INSERT_KEY = (
    "INSERT INTO keys (key_id, digest, prefix, user, plan, created_at) VALUES (?, ?, ?, ?, ?, ?)"
)
FIND_KEY = """
SELECT key_id, user, plan, last_used_at,
       EXISTS (SELECT 1 FROM operators WHERE operators.key_id = keys.key_id) AS operator
FROM keys WHERE digest = ? AND revoked_at IS NULL
"""
INSERT_OPERATOR = "INSERT INTO operators (key_id) VALUES (?)"
USE_KEY = "UPDATE keys SET last_used_at = ? WHERE key_id = ?"
LIST_KEYS = """
SELECT *, EXISTS (SELECT 1 FROM operators WHERE operators.key_id = keys.key_id) AS operator
FROM keys WHERE (CAST(? AS TEXT) IS NULL OR user = ?) ORDER BY created_at
"""
REVOKE_KEY = """
UPDATE keys SET revoked_at = ? WHERE revoked_at IS NULL AND (key_id = ? OR prefix = ?)
"""

OPEN_ACCOUNT = "INSERT INTO accounts (user) VALUES (?) ON CONFLICT DO NOTHING"
GET_ACCOUNT = "SELECT * FROM accounts WHERE user = ?"
LOCK_ACCOUNT = "SELECT user FROM accounts WHERE user = ?"
SET_TOKENS = "UPDATE accounts SET tokens = ?, refilled_at = ? WHERE user = ?"
SET_CREDITS = "UPDATE accounts SET credits = ? WHERE user = ?"
CHARGE = "UPDATE accounts SET credits = credits - ? WHERE user = ? AND credits IS NOT NULL"
SET_SIGNING_TEXT = (
    "UPDATE accounts SET webhook_secret = ? WHERE user = ? AND webhook_secret IS NULL"
)

INSERT_PROFILE = """
INSERT INTO profiles (profile_id, number, user, fields, created_at, updated_at)
VALUES (?, (SELECT COALESCE(MAX(number), 0) + 1 FROM profiles WHERE user = ?), ?, ?, ?, ?)
"""
COUNT_PROFILES = "SELECT COUNT(*) AS count FROM profiles WHERE user = ?"
GET_PROFILE = "SELECT * FROM profiles WHERE profile_id = ? AND user = ?"
LIST_PROFILES = "SELECT * FROM profiles WHERE user = ? ORDER BY number DESC"
UPDATE_PROFILE = "UPDATE profiles SET fields = ?, updated_at = ? WHERE profile_id = ? AND user = ?"
DELETE_PROFILE = "DELETE FROM profiles WHERE profile_id = ? AND user = ?"

PUT_SERVICE = """
INSERT INTO services (owner, facts, seen_at) VALUES (?, ?, ?)
ON CONFLICT (owner) DO UPDATE SET facts = excluded.facts, seen_at = excluded.seen_at
"""
LIST_SERVICES = "SELECT * FROM services WHERE seen_at >= ? ORDER BY owner"
DELETE_SERVICE = "DELETE FROM services WHERE owner = ? OR seen_at < ?"
