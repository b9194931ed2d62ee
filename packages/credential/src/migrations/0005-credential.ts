import { sqlMigration } from '@touchstone/storage'

export const credential = sqlMigration([
  `create table credential_issuer_key (
    id text primary key,
    public_x text not null,
    public_y text not null,
    sealed bytea not null,
    created_at timestamptz(3) not null,
    retired_at timestamptz(3),
    -- YYYYMMDD: the last valid day of the credentials that it signed. Until then it must be accepted.
    accepted_until integer not null default 0,
    -- Announced to the contracts, and not signing yet.
    announced boolean not null default false
  )`,
  `create unique index credential_issuer_key_current on credential_issuer_key (announced)
    where retired_at is null`,
])
