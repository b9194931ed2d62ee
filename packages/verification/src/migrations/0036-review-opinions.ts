import { sqlMigration } from '@touchstone/storage'

/** Where two people decide: what each of them says. And what a merchant confirmed, for the operator to decide for all. */
export const reviewOpinions = sqlMigration([
  'alter table review add column for_operator boolean not null default false',
  'drop index review_once',
  'create unique index review_once on review (journey_id, attempt, kind, for_operator) where decided_at is null',

  // What is sealed has the note, and of a document what was read in its pictures.
  `create table review_opinion (
    review_id bigint not null references review,
    number integer not null,
    decision text not null check (decision in ('clear', 'confirm')),
    by_member text not null,
    said_sealed bytea,
    at timestamptz(3) not null,
    ended_at timestamptz(3),
    ended text check (ended in ('withdrawn', 'disagreed')),
    primary key (review_id, number)
  )`,
  'create unique index review_opinion_once on review_opinion (review_id, by_member) where ended_at is null',
])
