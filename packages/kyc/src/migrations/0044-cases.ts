import { sqlMigration } from '@touchstone/storage'

/**
 * Adds the cases of merchants' compliance members, and the list of what is waiting for one of them. Titles,
 * texts, references and files are sealed. Members are identified by their numbers.
 */
export const cases = sqlMigration([
  `create table merchant_case (
    id bigint generated always as identity primary key,
    merchant_id bigint not null references merchant,
    number integer not null,
    status text not null default 'open' check (status in ('open', 'closing', 'closed')),
    priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
    assigned_to text,
    due_at timestamptz(3),
    title_sealed bytea not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    -- The outcome and the reason that the closing member stated.
    closing_sealed bytea,
    closing_by text,
    closed_by text,
    closed_at timestamptz(3),
    unique (merchant_id, number)
  )`,
  'create index merchant_case_open on merchant_case (merchant_id, due_at, number) where closed_at is null',
  'create index merchant_case_assigned on merchant_case (merchant_id, assigned_to, number)',
  'create index merchant_case_status on merchant_case (merchant_id, status, number)',

  `create table case_item (
    case_id bigint not null references merchant_case,
    number integer not null,
    kind text not null check (kind in
      ('address', 'transaction', 'transfer', 'customer', 'person', 'graph', 'report', 'alert', 'review')),
    -- Keyed hash of the reference. Null for a graph and after the person was erased.
    fingerprint bytea,
    -- The reference and how it is named. Null after the person was erased.
    sealed bytea,
    -- Keyed hash of the id of the person whom the item is about.
    person bytea,
    added_by text not null,
    added_at timestamptz(3) not null,
    removed_at timestamptz(3),
    primary key (case_id, number)
  )`,
  `create unique index case_item_once on case_item (case_id, kind, fingerprint)
    where removed_at is null and fingerprint is not null`,
  'create index case_item_reference on case_item (fingerprint) where removed_at is null',
  'create index case_item_person on case_item (person) where person is not null',

  `create table case_file (
    case_id bigint not null references merchant_case,
    number integer not null,
    -- Determined from the content, not from the name.
    type text not null check (type in ('pdf', 'png', 'jpeg', 'csv', 'text')),
    size integer not null,
    -- The name. Null after the file was removed.
    name_sealed bytea,
    added_by text not null,
    added_at timestamptz(3) not null,
    removed_at timestamptz(3),
    primary key (case_id, number)
  )`,
  // The content in small parts, because each sealed value is read as a whole.
  `create table case_file_part (
    case_id bigint not null,
    file integer not null,
    part integer not null,
    sealed bytea not null,
    primary key (case_id, file, part),
    foreign key (case_id, file) references case_file (case_id, number)
  )`,

  `create table case_entry (
    case_id bigint not null references merchant_case,
    number integer not null,
    kind text not null,
    -- Null if the server made the entry.
    by_member text,
    at timestamptz(3) not null,
    -- Numbers of items, files and members, and values that are not personal data.
    detail jsonb not null,
    -- The text. Null if the entry has none, or after it was removed.
    sealed bytea,
    text_removed_at timestamptz(3),
    primary key (case_id, number)
  )`,
  // Rotating the master secret seals texts again, and a text that contains erased data can be removed.
  `create function case_entry_is_kept() returns trigger language plpgsql as $$
    begin
      if to_jsonb(new) - 'sealed' - 'text_removed_at' = to_jsonb(old) - 'sealed' - 'text_removed_at' then
        return new;
      end if;
      raise exception 'the time line of a case is append-only';
    end
  $$`,
  `create trigger case_entry_is_append_only before update on case_entry
    for each row execute function case_entry_is_kept()`,
  `create trigger case_entry_stays before delete or truncate on case_entry
    for each statement execute function journal_is_append_only()`,

  // Whether two members have to close a merchant's cases. Without a row, one member is enough.
  'create table case_setting (merchant_id bigint primary key references merchant, by_two boolean not null)',

  /*
   * Alerts, held transfers and reviews that wait for a member. Triggers on the tables of these three, in other
   * packages, add and close the rows in the transactions that change them.
   */
  `create table triage_item (
    id bigint generated always as identity primary key,
    merchant_id bigint not null references merchant,
    kind text not null check (kind in ('alert', 'transfer', 'review')),
    -- The id of the event, the transfer or the review.
    ref text not null,
    opened_at timestamptz(3) not null,
    due_at timestamptz(3) not null,
    assigned_to text,
    case_id bigint references merchant_case,
    done_at timestamptz(3),
    -- The member who marked it as done. Null if it was decided where it belongs.
    done_by text,
    -- What the list shows.
    facts jsonb not null,
    unique (kind, ref)
  )`,
  'create index triage_item_open on triage_item (merchant_id, due_at, id) where done_at is null',
  'create index triage_item_done on triage_item (merchant_id, done_at, id) where done_at is not null',
  `create index triage_item_assigned on triage_item (merchant_id, assigned_to, due_at, id)
    where done_at is null and assigned_to is not null`,
  'create index triage_item_case on triage_item (case_id) where case_id is not null',
  "create index triage_item_person on triage_item ((facts ->> 'svcId')) where kind = 'review'",
])
