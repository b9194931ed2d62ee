import { sqlMigration } from '@touchstone/storage'

/** Creates the tables for sanctions lists. */
export const screening = sqlMigration([
  /**
   * A new version is 'staged' until it is complete and checked. The transaction that makes it 'current' marks
   * the previous version as 'replaced'. If a version fails its checks, it is 'refused', its row stores the
   * reason code, and the current version remains in use. A crash can leave behind a staged version, which is
   * never read.
   */
  `create table screening_list_version (
    id bigint generated always as identity primary key,
    list text not null,
    version text not null,
    format text not null,
    source_hash text not null,
    -- As the list states it: a day or a timestamp.
    published_at text,
    imported_at timestamptz(3) not null,
    state text not null check (state in ('staged', 'current', 'replaced', 'refused')),
    reason text,
    entries integer not null,
    names integer not null,
    crypto_addresses integer not null,
    -- What was skipped and why, as JSON.
    skipped text not null
  )`,
  "create unique index screening_list_current on screening_list_version (list) where state = 'current'",
  'create index screening_list_of on screening_list_version (list, id)',

  `create table screening_list_entry (
    version_id bigint not null references screening_list_version on delete cascade,
    entry_id text not null,
    kind text not null,
    hash text not null,
    crypto_addresses integer not null,
    -- Text and not jsonb: the hash is of these bytes. Old versions keep only the hash.
    body text,
    primary key (version_id, entry_id)
  )`,
])
