import { sqlMigration } from '@touchstone/storage'

/*
 * Keeps the triage list of `kyc` in step with the alerts, the held transfers and the reviews. Here, because only this
 * package knows the tables of `kyc`, `kyt` and `verification`. Triggers, because the list must change in the
 * transactions that decide, whichever process runs them.
 */

/** Hours until an entry is overdue. A customer waits for a held transfer. */
const hours = { alert: 120, transfer: 24, review: 72 }

const alertFacts = (row: string) => `jsonb_build_object(
  'coin', ${row}.data ->> 'coin', 'address', ${row}.data ->> 'address',
  'from', ${row}.data -> 'from' ->> 'risk_level', 'to', ${row}.data -> 'to' ->> 'risk_level',
  'score', ${row}.data -> 'to' -> 'score')`
const transferFacts = (row: string) => `jsonb_build_object(
  'direction', ${row}.direction, 'coin', ${row}.coin, 'address', ${row}.address, 'level', ${row}.level,
  'score', ${row}.score)`

/** Reviews that a merchant can see, as in the list of reviews. Reviews in test mode are left out. */
const visibleReviews = `
  select review.id, program.merchant_id, review.opened_at,
    jsonb_build_object('kind', review.kind, 'svcId', journey.svc_id, 'programNo', program.program_no) as facts
  from review join journey on journey.id = review.journey_id join program on program.id = journey.program_id
  where not review.for_operator and review.kind <> 'faceprint' and review.held_at is null
    and review.decided_at is null and not program.test`

const due = (kind: keyof typeof hours, at: string) => `${at} + interval '${hours[kind]} hours'`

export const triage = sqlMigration([
  `create function triage_alert() returns trigger language plpgsql as $$
  begin
    insert into triage_item (merchant_id, kind, ref, opened_at, due_at, facts)
      select merchant.id, 'alert', new.id, new.created_at, ${due('alert', 'new.created_at')}, ${alertFacts('new')}
      from merchant where mch_no = new.merchant
      on conflict do nothing;
    return null;
  end $$`,
  `create trigger event_is_triaged after insert on event
    for each row when (new.type = 'kyt.watch.level_changed' and not new.test) execute function triage_alert()`,

  `create function triage_transfer() returns trigger language plpgsql as $$
  begin
    if new.decision = 'hold' then
      insert into triage_item (merchant_id, kind, ref, opened_at, due_at, facts)
        select merchant.id, 'transfer', new.id::text, new.decided_at, ${due('transfer', 'new.decided_at')},
          ${transferFacts('new')}
        from merchant where mch_no = new.merchant
      on conflict (kind, ref) do update set
        facts = excluded.facts,
        opened_at = case when triage_item.done_at is null then triage_item.opened_at else excluded.opened_at end,
        due_at = case when triage_item.done_at is null then triage_item.due_at else excluded.due_at end,
        done_at = null, done_by = null;
    else
      update triage_item set done_at = new.decided_at, facts = ${transferFacts('new')}
        where kind = 'transfer' and ref = new.id::text and done_at is null;
    end if;
    return null;
  end $$`,
  `create trigger transfer_is_triaged after insert or update of decision on kyt_transfer
    for each row execute function triage_transfer()`,

  `create function triage_review() returns trigger language plpgsql as $$
  begin
    if new.decided_at is null then
      insert into triage_item (merchant_id, kind, ref, opened_at, due_at, facts)
        select merchant_id, 'review', id::text, opened_at, ${due('review', 'opened_at')}, facts
        from (${visibleReviews} and review.id = new.id) as visible
        on conflict do nothing;
    else
      update triage_item set done_at = new.decided_at
        where kind = 'review' and ref = new.id::text and done_at is null;
    end if;
    return null;
  end $$`,
  `create trigger review_is_triaged after insert or update of decided_at, held_at on review
    for each row execute function triage_review()`,

  // What was waiting before this migration. Old alerts were listed but never waited for anybody.
  `insert into triage_item (merchant_id, kind, ref, opened_at, due_at, facts)
    select merchant.id, 'transfer', each.id::text, each.decided_at, ${due('transfer', 'each.decided_at')},
      ${transferFacts('each')}
    from kyt_transfer each join merchant on mch_no = each.merchant where each.decision = 'hold'`,
  `insert into triage_item (merchant_id, kind, ref, opened_at, due_at, facts)
    select merchant_id, 'review', id::text, opened_at, ${due('review', 'opened_at')}, facts
    from (${visibleReviews}) as visible`,
])
