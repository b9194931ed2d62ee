import { sqlMigration } from '@touchstone/storage'

/** Creates the transaction journal. */
export const chain = sqlMigration([
  /*
   * Calls that must be executed exactly once. A job advances by one committed step at a time:
   *   queued    requested; `gas` is set once a simulation has succeeded
   *   reserved  has a nonce
   *   signed    has a transaction in chain_transaction, which may now be broadcast
   *   sent      a node accepted it
   *   included  in a block (without `tx_hash`: the contract reported that it was already executed), not yet final
   *   final     in a final block
   *   failed    was not executed and will not be; `reason` has the code
   */
  `create table chain_job (
    id bigint generated always as identity primary key,
    chain_id bigint not null,
    signer text not null,
    key text not null,
    kind text not null,
    -- The person it is for, as the contract knows them: a keyed hash.
    subject text,
    to_address text,
    data text not null,
    value numeric(78) not null,
    -- JSON: selectors of errors that mean "was done before", and the log that a receipt must contain.
    done_errors text not null,
    expected_log text,
    status text not null
      check (status in ('queued', 'reserved', 'signed', 'sent', 'included', 'final', 'failed')),
    gas bigint,
    nonce bigint,
    -- A code for what it waits for, if it does not advance.
    waiting text,
    -- Why it failed: a code and a text.
    reason text,
    reason_text text,
    -- What the contract returned with its "was done before" error.
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
    -- How many nodes returned the same receipt.
    witnesses integer,
    -- A block in which the nonce was used by a transaction that is not ours.
    foreign_block bigint,
    foreign_hash text,
    -- The chain lost it in a reorganisation: the same transaction is sent again.
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
  'create index chain_job_subject on chain_job (subject) where subject is not null',

  // All transactions ever signed. Any one of the transactions with the same nonce can be included in a block.
  `create table chain_transaction (
    chain_id bigint not null,
    hash text not null,
    job_id bigint not null references chain_job,
    signer text not null,
    nonce bigint not null,
    raw text not null,
    -- Wei; for a legacy transaction both are its gas price.
    max_fee numeric(78) not null,
    max_tip numeric(78) not null,
    signed_at timestamptz(3) not null,
    -- When a node first accepted it, and the block at that time: from then on it may be stuck.
    offered_at timestamptz(3),
    offered_block bigint,
    -- When a node last accepted it; null if it is to be sent at once.
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
