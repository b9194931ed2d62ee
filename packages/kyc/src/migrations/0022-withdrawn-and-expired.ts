import { sqlMigration } from '@touchstone/storage'

/** A result can be both withdrawn and expired, in either order: neither may make the other forgotten. */
export const withdrawnAndExpired = sqlMigration([
  `alter table journey
    add column withdrawn_at timestamptz(3),
    add column expired_at timestamptz(3)`,
  `update journey set withdrawn_at = ended_at where ended = 'withdrawn'`,
  `update journey set expired_at = ended_at where ended = 'expired'`,
  'alter table journey drop column ended, drop column ended_at',
])
