import { sqlMigration } from '@touchstone/storage'

export const journal = sqlMigration([
  /*
   * What must happen on a chain exactly once. A job moves on by one committed step at a time:
   *   queued    wanted; `gas` is set once a simulation said that it would work
   *   reserved  has a nonce
   *   signed    has a transaction in chain_transaction, which may be broadcast from now on
   *   sent      a node took it
   *   included  in a block (without `tx_hash`: the contract said that it was done before), not yet settled
   *   final     settled
   *   failed    did not happen and will not: `reason` says why
   */
  `create table chain_job (
    id bigint generated always as identity primary key,
    chain_id bigint not null,
    signer text not null,
    key text not null,
    kind text not null,
    to_address text,
    data text not null,
    value numeric(78) not null,
    -- JSON: selectors of errors that mean "was done before", and the log that a receipt must hold.
    done_errors text not null,
    expected_log text,
    status text not null
      check (status in ('queued', 'reserved', 'signed', 'sent', 'included', 'final', 'failed')),
    gas bigint,
    nonce bigint,
    -- What it waits for, when it does not move: a code.
    waiting text,
    -- Why it failed: a code, and words.
    reason text,
    reason_text text,
    -- What the contract returned by its "was done before" error.
    already text,
    -- Facts of the receipt.
    tx_hash text,
    block_number bigint,
    block_hash text,
    succeeded boolean,
    gas_used bigint,
    gas_price numeric(78),
    contract_address text,
    -- JSON.
    logs text,
    -- How many nodes said so alike.
    witnesses integer,
    -- A block in which the nonce was seen used by none of our transactions.
    foreign_block bigint,
    foreign_hash text,
    -- The chain forgot it: it is sent again as it was.
    recovering boolean not null default false,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    check (nonce is not null or status in ('queued', 'included', 'final', 'failed'))
  )`,
  'create unique index chain_job_key on chain_job (chain_id, key)',
  'create unique index chain_job_nonce on chain_job (chain_id, signer, nonce) where nonce is not null',
  `create index chain_job_open on chain_job (chain_id, signer, status, nonce, id)
    where status not in ('final', 'failed')`,
  'create index chain_job_status on chain_job (chain_id, status, id)',

  /* Every transaction that was ever signed: any of those of a nonce may turn out to be the one that is included. */
  `create table chain_transaction (
    chain_id bigint not null,
    hash text not null,
    job_id bigint not null references chain_job,
    signer text not null,
    nonce bigint not null,
    raw text not null,
    -- Wei; the price of a gas in the old form is both.
    max_fee numeric(78) not null,
    max_tip numeric(78) not null,
    signed_at timestamptz(3) not null,
    -- When a node took it for the first time, and the block of that time: since then it may be stuck.
    offered_at timestamptz(3),
    offered_block bigint,
    -- When a node took it the last time; none where it is to be sent at once.
    sent_at timestamptz(3),
    broadcasts integer not null default 0,
    primary key (chain_id, hash)
  )`,
  'create index chain_transaction_job on chain_transaction (job_id, nonce)',

  `create table chain_signer (
    chain_id bigint not null,
    signer text not null,
    next_nonce bigint not null,
    primary key (chain_id, signer)
  )`,
])
