import { sqlMigration } from '@touchstone/storage'

/** A film without colours is decided by a person. */
export const livenessReviews = sqlMigration([
  'alter table review drop constraint review_kind_check',
  `alter table review add constraint review_kind_check
    check (kind in ('sanction', 'faceprint', 'rescreening', 'document', 'liveness'))`,
])
