import { sqlMigration } from '@touchstone/storage'

/**
 * Records when a merchant ended the relationship with a person, and when the person returned. Only the latest
 * event for each program counts. An event without a program concerns all programs of the merchant.
 */
export const merchantEndings = sqlMigration([
  `create table merchant_ending (
    id bigint generated always as identity primary key,
    person_id bigint not null references person,
    merchant_id bigint not null references merchant,
    program_id bigint references program,
    event text not null check (event in ('ended', 'returned', 'lifted')),
    at timestamptz(3) not null
  )`,
  'create index merchant_ending_by_person on merchant_ending (person_id, merchant_id, id)',
  'create index merchant_ending_by_merchant on merchant_ending (merchant_id)',
  'alter table revocation drop constraint revocation_reason_check',
  `alter table revocation add constraint revocation_reason_check
    check (reason in ('forgotten', 'listed', 'expired', 'withdrawn', 'abandoned', 'ended', 'moved'))`,
])
