import { sqlMigration } from '@touchstone/storage'

export const documentReviews = sqlMigration([
  'alter table review drop constraint review_kind_check',
  `alter table review add constraint review_kind_check
    check (kind in ('sanction', 'faceprint', 'rescreening', 'document'))`,

  // The one place where pictures are kept, with the person's consent, until their review is decided: a week at most.
  `create table review_picture (
    review_id bigint not null references review,
    number integer not null,
    picture_sealed bytea not null,
    primary key (review_id, number)
  )`,

  // That pictures were kept, seen and deleted, by whom and why. It outlives them, and names nobody who was verified.
  `create table review_picture_journal (
    id bigint generated always as identity primary key,
    review_id bigint not null references review,
    event text not null check (event in ('kept', 'shown', 'deleted')),
    pictures integer not null,
    reason text not null,
    actor text not null,
    operator text,
    at timestamptz(3) not null
  )`,
  'create index review_picture_journal_review on review_picture_journal (review_id, id)',
  `create trigger review_picture_journal_is_append_only
    before update or delete or truncate on review_picture_journal
    for each statement execute function journal_is_append_only()`,
])
