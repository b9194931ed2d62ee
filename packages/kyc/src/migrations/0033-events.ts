import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the stream of events, the webhook endpoints and their deliveries. Merchants are identified by their
 * number, and subjects by a text, because events of other packages refer to rows that this package does not
 * know.
 */
export const events = sqlMigration([
  /*
   * An event is written in the transaction that caused it. It contains no personal data: the account and the
   * svcId are read through its references when the event is sent or listed, so they disappear together with
   * the grant and the person.
   */
  `create table event (
    seq bigint generated always as identity primary key,
    id uuid not null unique,
    merchant text not null,
    type text not null,
    -- Events with the same subject are delivered in order.
    subject text not null,
    created_at timestamptz(3) not null,
    test boolean not null default false,
    data jsonb not null,
    journey_id bigint,
    account_id bigint,
    -- The person withdrew consent afterwards. The event is no longer sent or listed.
    withdrawn boolean not null default false
  )`,
  'create index event_of_merchant on event (merchant, seq)',
  'create index event_of_journey on event (journey_id) where journey_id is not null',

  // The id of a merchant's default endpoint is the merchant number.
  `create table webhook_endpoint (
    id text primary key,
    merchant text not null,
    url text,
    -- The types of events that are sent. Null for all types.
    types text[],
    enabled boolean not null default true,
    sealed bytea not null,
    old_sealed bytea,
    old_until timestamptz(3),
    created_at timestamptz(3) not null
  )`,
  'create index webhook_endpoint_of_merchant on webhook_endpoint (merchant)',

  /*
   * The outbox. A row is written together with its event for each endpoint that wants it. It stays 'pending'
   * until the receiver accepts the event ('delivered') or the last attempt fails ('dead'). It is 'cancelled'
   * if the person withdraws consent before that.
   */
  `create table event_delivery (
    id bigint generated always as identity primary key,
    event_seq bigint not null references event on delete cascade,
    endpoint text not null references webhook_endpoint on delete cascade,
    merchant text not null,
    subject text not null,
    -- Replaces the endpoint's URL.
    url text,
    state text not null default 'pending' check (state in ('pending', 'delivered', 'dead', 'cancelled')),
    tries integer not null default 0,
    due_at timestamptz(3) not null,
    claimed_until timestamptz(3),
    problem text,
    finished_at timestamptz(3)
  )`,
  'create index event_delivery_of_event on event_delivery (event_seq)',
  'create index event_delivery_of_endpoint on event_delivery (endpoint, id)',
  'create index event_delivery_of_merchant on event_delivery (merchant, id)',
  "create index event_delivery_due on event_delivery (due_at) where state = 'pending'",
  "create index event_delivery_order on event_delivery (endpoint, subject, id) where state = 'pending'",
  "create index event_delivery_dead on event_delivery (merchant, id) where state = 'dead'",
])
