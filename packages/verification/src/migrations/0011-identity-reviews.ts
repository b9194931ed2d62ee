import { sqlMigration } from '@touchstone/storage'

/** Allows reviews of documents with a name that differs from the one in the person's earlier documents. */
export const identityReviews = sqlMigration([
  'alter table review drop constraint review_kind_check',
  `alter table review add constraint review_kind_check
    check (kind in ('sanction', 'faceprint', 'rescreening', 'document', 'liveness', 'identity'))`,
])
