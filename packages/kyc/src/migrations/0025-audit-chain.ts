import { sqlMigration } from '@touchstone/storage'

/**
 * Chains the entries of the audit log. Existing entries have no position. The service records where the chains
 * start when it first opens the store after this migration.
 */
export const auditChain = sqlMigration([
  `alter table audit_log
    add column position bigint,
    add column previous_hash bytea,
    add column hash bytea,
    add column mac bytea`,
  `create unique index audit_log_position on audit_log (coalesce(merchant_id, 0), position)
    where position is not null`,

  // The start and the newest entry of each chain. A chain contains the entries of one merchant, or those of the
  // operator (0).
  `create table audit_chain (
    chain bigint primary key,
    first_id bigint not null,
    earlier bigint not null,
    start_position bigint not null,
    start_hash bytea not null,
    started_at timestamptz(3) not null,
    position bigint not null,
    hash bytea not null,
    mac bytea not null
  )`,

  // Rotating the master secret recomputes the MACs. Entries never change in any other way.
  'drop trigger audit_log_is_append_only on audit_log',
  `create function audit_entry_is_kept() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) - 'mac' = to_jsonb(old) - 'mac' then
        return new;
      end if;
      raise exception 'the audit log is append-only';
    end
  $$`,
  `create trigger audit_log_is_append_only before update on audit_log
    for each row execute function audit_entry_is_kept()`,
  `create trigger audit_log_is_kept before delete or truncate on audit_log
    for each statement execute function journal_is_append_only()`,
])
