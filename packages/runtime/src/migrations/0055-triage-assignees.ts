import { sqlMigration } from '@touchstone/storage'

/**
 * Lets the triage list follow to whom a transfer is assigned, so that the pages of transfers and of cases show the
 * same member. What was assigned in the list only becomes the transfer's assignee.
 */
export const triageAssignees = sqlMigration([
  `create function triage_assignee() returns trigger language plpgsql as $$
  begin
    update triage_item set assigned_to = new.assigned_to where kind = 'transfer' and ref = new.id::text;
    return null;
  end $$`,
  `create trigger transfer_assignee_is_triaged after update of assigned_to on kyt_transfer
    for each row when (new.assigned_to is distinct from old.assigned_to) execute function triage_assignee()`,
  // A transfer can be assigned before it is held.
  `create function triage_assignee_of_held() returns trigger language plpgsql as $$
  begin
    new.assigned_to := (select assigned_to from kyt_transfer where id = new.ref::bigint);
    return new;
  end $$`,
  `create trigger triaged_transfer_has_assignee before insert on triage_item
    for each row when (new.kind = 'transfer') execute function triage_assignee_of_held()`,

  `update kyt_transfer each set assigned_to = item.assigned_to from triage_item item
    where item.kind = 'transfer' and item.ref = each.id::text and item.assigned_to is not null
      and each.assigned_to is null`,
  `update triage_item item set assigned_to = each.assigned_to from kyt_transfer each
    where item.kind = 'transfer' and item.ref = each.id::text and item.assigned_to is distinct from each.assigned_to`,
])
