import { sqlMigration } from '@touchstone/storage'

/**
 * Limits the effect of decisions by a merchant's reviewers to that merchant. Open reviews of recordings without
 * colours become reviews for the operator, because they decide which face is stored for all merchants.
 */
export const merchantDecisions = sqlMigration([
  'alter table verification add column delegated boolean not null default false',
  'alter table person_credential add column merchant_id bigint not null default 0',
  'alter table person_credential drop constraint person_credential_pkey',
  'alter table person_credential add primary key (person_id, kind, merchant_id)',
  'alter table issued_credential add column merchant_id bigint not null default 0',
  'create index issued_credential_limited on issued_credential (valid_until) where merchant_id <> 0',
  'alter table revocation drop constraint revocation_reason_check',
  `alter table revocation add constraint revocation_reason_check
    check (reason in ('forgotten', 'listed', 'expired', 'withdrawn', 'abandoned', 'ended', 'moved', 'limited'))`,
  "update review set for_operator = true where kind = 'liveness' and decided_at is null",
])
