import { journalOf } from '../context.ts'
import { type AccountKey, accountId, type Touched, type Versions } from '../ledger/ledger-store.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { isFollowed } from '../lookup/network-coverage.ts'
import { fingerprintOf } from '../policy/fingerprint.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'
import { dependenciesOfChange, dependenciesOfLabels } from '../risk/score/dependencies.ts'
import {
  lockState,
  markAll,
  markDependent,
  markPolicy,
  type ReassessmentState,
  selectPoliciesUsed,
  selectState,
  updateState,
} from './reassessment-store.ts'
import { defaultReassessDays, type TransferContext } from './transfer-context.ts'
import { beginMarking } from './transfer-store.ts'

/** The earliest time of a transfer that is decided again, in Unix seconds. */
export const reassessedSince = ({ clock, reassessDays = defaultReassessDays }: TransferContext): number =>
  Math.floor(clock.now() / 1000) - reassessDays * 86_400

/**
 * Marks the transfers whose decision depends on what has changed since the last call. Reads the changes before
 * the transaction, because an embedded store has only one connection. Returns the number of marked transfers.
 */
export async function markChanged(context: TransferContext, reader: KytReader): Promise<number> {
  const db = journalOf(context)
  const state = await selectState(db)
  const policies = await selectPolicyVersion(db)
  const current = await context.ledger.versions()
  const isSameLedger =
    state.ledger === current.ledger && state.labels === current.labels && state.prices === current.prices
  if (isSameLedger && state.policies === policies) return 0
  const since = reassessedSince(context)
  const changes = isSameLedger ? undefined : await readChanges(context, reader, state)
  const replaced = state.policies === policies ? [] : await readReplaced(context, reader, since)
  return await db.transaction().execute(async (tx) => {
    const locked = await lockState(tx)
    // Another node marks the transfers.
    if (locked === undefined || !isSameState(locked, state)) return 0
    await beginMarking(tx)
    let marked = 0
    for (const one of replaced) marked += await markPolicy(tx, { since, ...one })
    if (changes !== undefined) {
      const { dependencies, labelled, networks } = changes
      const isUrgent = state.labels !== changes.now.labels
      if (dependencies === 'any') marked += await markAll(tx, { since, isUrgent })
      else {
        marked += await markDependent(tx, { since, dependencies: labelled, isUrgent: true })
        marked += await markDependent(tx, { since, dependencies, isUrgent: false })
        marked += await markAll(tx, { since, networks, isUrgent })
      }
    }
    const { now = current, coverage = state.coverage } = changes ?? {}
    await updateState(tx, { ...now, policies, coverage })
    return marked
  })
}

function isSameState(one: ReassessmentState, other: ReassessmentState): boolean {
  return (
    one.ledger === other.ledger &&
    one.labels === other.labels &&
    one.prices === other.prices &&
    one.policies === other.policies
  )
}

type Changes = {
  readonly now: Versions
  /** Hashes of the accounts and prices that changed, or `any` if the changes are too many to list. */
  readonly dependencies: readonly number[] | 'any'
  /** Hashes of the labels that changed. */
  readonly labelled: readonly number[]
  /** Networks of which all transfers are affected. */
  readonly networks: readonly number[]
  readonly coverage: string
}

async function readChanges(
  { ledger, clock }: TransferContext,
  reader: KytReader,
  state: ReassessmentState,
): Promise<Changes> {
  const { coverage } = state
  const { ledger: version, labels, prices } = state
  const all = async (now: Versions): Promise<Changes> => ({
    now,
    dependencies: 'any',
    labelled: [],
    networks: [],
    coverage,
  })
  if (version < 0) return await all(await ledger.versions())
  const { now, touched } = await ledger.changesSince({ ledger: version, labels, prices })
  if (touched === undefined) return await all(now)
  const { counterparties, busy } = await readCounterparties(ledger, touched)
  const before = JSON.parse(coverage) as Record<string, string>
  const after = { ...before }
  for (const network of touched.networks) {
    const found = await reader.coverage(network)
    after[network] = `${isFollowed(found, clock.now() / 1000)} ${found?.hasWholeHistories}`
  }
  const changed = Object.keys(after).filter((network) => after[network] !== before[network])
  return {
    now,
    dependencies: dependenciesOfChange(touched),
    labelled: dependenciesOfLabels(touched.labels, counterparties),
    networks: [...new Set([...busy, ...changed.map(Number)])],
    coverage: JSON.stringify(after),
  }
}

/** Addresses with more transfers than this may be counterparties of any address on their network. */
const maxTransfers = 10_000
const keysAtOnce = 100

/** Returns the counterparties of the addresses whose labels changed, by `accountId`. */
async function readCounterparties(
  ledger: TransferContext['ledger'],
  { labels }: Touched,
): Promise<{ counterparties: Map<string, string[]>; busy: Set<number> }> {
  const counterparties = new Map<string, string[]>()
  const busy = new Set<number>()
  const ids = [...labels]
  for (let from = 0; from < ids.length; from += keysAtOnce) {
    const keys = ids.slice(from, from + keysAtOnce).map(keyOf)
    const [totals, found] = await Promise.all([ledger.totals(keys), ledger.histories(keys, maxTransfers)])
    for (const key of keys) {
      const id = accountId(key)
      const movements = found.get(id)
      if (movements === undefined && (totals.get(id)?.length ?? 0) > 0) busy.add(key.network)
      const others = new Set((movements ?? []).map(({ counterparty }) => counterparty))
      counterparties.set(
        id,
        [...others].filter((other) => other !== '').map((address) => accountId({ ...key, address })),
      )
    }
  }
  return { counterparties, busy }
}

/** The inverse of `accountId`. */
const keyOf = (id: string): AccountKey => ({
  network: Number.parseInt(id.slice(0, 2), 16),
  address: id.slice(2),
})

/** Returns the policies that were used since a time and have been replaced, with their merchants. */
async function readReplaced(context: TransferContext, reader: KytReader, since: number) {
  const used = await selectPoliciesUsed(journalOf(context), since)
  const replaced: typeof used = []
  for (const one of used) {
    const policy = await reader.policyOf(one.merchant)
    if (fingerprintOf(policy) !== one.policy) replaced.push(one)
  }
  return replaced
}
