import { sqlMigration } from '@touchstone/storage'

/**
 * Limits open reviews for each person and network. A network is stored as a keyed hash. A review that exceeds a
 * limit is held: reviewers do not see it until another one is decided.
 */
export const reviewLimits = sqlMigration([
  'alter table frame_session add column network_hash bytea',
  'alter table review add column network_hash bytea',
  'alter table review add column held_at timestamptz(3)',
  'create index review_held on review (id) where held_at is not null and decided_at is null',
  'create index review_open_in_order on review (opened_at, id) where decided_at is null',
  'create index review_decided_in_order on review (decided_at, id) where decided_at is not null',
  'drop index review_open',
])
