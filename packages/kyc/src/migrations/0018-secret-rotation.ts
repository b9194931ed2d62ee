import { sqlMigration } from '@touchstone/storage'

export const secretRotation = sqlMigration([
  // Which secret seals, and which one did before while values are sealed again. The fingerprint key is that of the first
  // secret: it is kept here, sealed, once that one is no longer set.
  `alter table secret_check
    add column key_id bytea,
    add column former_key_id bytea,
    add column fingerprint_key_sealed bytea,
    add column rotating_since timestamptz(3),
    add column has_unbound boolean not null default true`,
  // A store from before may have values that are bound to no place; a new one never has.
  'alter table secret_check alter column has_unbound set default false',
])
