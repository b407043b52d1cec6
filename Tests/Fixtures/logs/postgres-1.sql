BEGIN;
CREATE SCHEMA IF NOT EXISTS livery;
CREATE TABLE livery.log (id BIGINT PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, epoch TEXT NOT NULL,
  epochs TEXT NOT NULL, version BIGINT NOT NULL, head BIGINT NOT NULL, fingerprint TEXT NOT NULL,
  floor BIGINT NOT NULL, floor_fingerprint TEXT NOT NULL, at BIGINT NOT NULL, timeline TEXT NOT NULL,
  system TEXT NOT NULL, synced BIGINT NOT NULL, schema BIGINT NOT NULL, readable_from BIGINT NOT NULL,
  replaced BIGINT NOT NULL DEFAULT 0, sealed BIGINT NOT NULL DEFAULT 0) WITH (fillfactor = 10);
CREATE TABLE livery.changes (revision BIGINT PRIMARY KEY, kind TEXT NOT NULL, theme TEXT NOT NULL,
  previous TEXT, channels TEXT NOT NULL, at BIGINT NOT NULL, author TEXT NOT NULL, note TEXT,
  differences TEXT, schedule TEXT, transition DOUBLE PRECISION, etag TEXT, fingerprint TEXT NOT NULL);
CREATE TABLE livery.touched (channel TEXT NOT NULL, revision BIGINT NOT NULL,
  PRIMARY KEY (channel, revision));
CREATE TABLE livery.activations (channel TEXT PRIMARY KEY, theme TEXT NOT NULL, previous TEXT,
  revision BIGINT NOT NULL, latest BIGINT NOT NULL, at BIGINT NOT NULL, author TEXT NOT NULL, note TEXT,
  base TEXT NOT NULL, is_default BIGINT NOT NULL, fingerprint TEXT NOT NULL);
CREATE TABLE livery.schedules (id TEXT PRIMARY KEY, channel TEXT NOT NULL, theme TEXT NOT NULL,
  starts BIGINT NOT NULL, ends BIGINT, author TEXT NOT NULL, note TEXT, phase TEXT NOT NULL,
  revision BIGINT NOT NULL, fingerprint TEXT NOT NULL);
CREATE TABLE livery.uploads (name TEXT PRIMARY KEY, file TEXT NOT NULL, bytes BYTEA NOT NULL,
  at BIGINT NOT NULL, author TEXT NOT NULL, fingerprint TEXT NOT NULL);
CREATE TABLE livery.documents (theme TEXT NOT NULL, since BIGINT NOT NULL, file TEXT, content TEXT,
  source TEXT, fingerprint TEXT NOT NULL, PRIMARY KEY (theme, since));
CREATE INDEX documents_by_content ON livery.documents (content);
CREATE TABLE livery.contents (content TEXT PRIMARY KEY, bytes BYTEA NOT NULL);
CREATE TABLE livery.digests (theme TEXT PRIMARY KEY, digest TEXT NOT NULL);
CREATE TABLE livery.receipts (key TEXT PRIMARY KEY, request TEXT NOT NULL, status BIGINT NOT NULL,
  headers TEXT NOT NULL, answer BYTEA NOT NULL, at BIGINT NOT NULL, fingerprint TEXT NOT NULL);
CREATE INDEX receipts_by_age ON livery.receipts (at);
CREATE TABLE livery.edits (version BIGINT NOT NULL, part TEXT NOT NULL, key TEXT NOT NULL,
  PRIMARY KEY (version, part, key));
CREATE TABLE livery.replicas (id TEXT PRIMARY KEY, files TEXT NOT NULL, seen BIGINT NOT NULL);
CREATE TABLE livery.files (fingerprint TEXT PRIMARY KEY, number BIGINT NOT NULL);
CREATE TABLE livery.images (file TEXT PRIMARY KEY, bytes BYTEA NOT NULL, digest TEXT NOT NULL,
  at BIGINT NOT NULL, author TEXT NOT NULL, fingerprint TEXT NOT NULL);
INSERT INTO livery.log (id, name, epoch, epochs, version, head, fingerprint, floor, floor_fingerprint, at,
  timeline, system, synced, schema, readable_from)
SELECT 1, left(replace(gen_random_uuid()::text, '-', ''), 16), word, word, 0, 0, 'cbf29ce484222325', 0, 'cbf29ce484222325', 0,
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), (SELECT system_identifier::text FROM pg_control_system()),
  (current_setting('synchronous_standby_names') <> '')::int, 1, 1
FROM (SELECT left(replace(gen_random_uuid()::text, '-', ''), 16) AS word) AS first;
COMMIT;
