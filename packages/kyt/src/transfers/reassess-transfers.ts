import type { CustomerTransfer } from '@touchstone/contract'
import { ServiceError } from '@touchstone/contract'
import { journalOf, type KytDb } from '../context.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { assessCounterparty } from '../operations/get-risk-score.ts'
import { fingerprintOf } from '../policy/fingerprint.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'
import { isStricter } from '../rules/decide.ts'
import { type Decided, decideTransfer, type StoredFacts, usdValueOf } from './decide-transfer.ts'
import { markChanged, reassessedSince } from './mark-changed.ts'
import {
  claimDue,
  deleteDependenciesBefore,
  isPaused,
  markLater,
  putDependencies,
  releaseDue,
  skipDue,
  updateValues,
} from './reassessment-store.ts'
import { readHistory } from './register-transfer.ts'
import { factsIn, openCustomer, showTransfer } from './show-transfer.ts'
import { recordDecision, type TransferContext } from './transfer-context.ts'
import {
  holdMarking,
  insertDecision,
  isOutdated,
  lockCustomerById,
  lockTransfer,
  selectDecisions,
  selectTransfersById,
  type TransferRow,
  updateDecision,
} from './transfer-store.ts'

/** How long a claim on a transfer is valid. If a decision fails, it is made again when the claim expires. */
const claimMs = 60_000
/** Number of transfers per round, small enough that other requests do not wait long. */
const defaultBatch = 50
const atOnce = 4

export type Reassessed = {
  /** Number of transfers that were marked in this round. */
  readonly marked: number
  /** Number of transfers that were decided again. */
  readonly taken: number
  /** Number of transfers whose current decision changed. */
  readonly changed: number
  /** The error of the first transfer that could not be decided. */
  readonly problem: unknown
}

/**
 * Runs one round: marks the transfers that depend on changes since the last round, and decides some marked
 * transfers again. Each node skips transfers that another node has claimed.
 */
export async function reassessTransfers(
  context: TransferContext,
  reader: KytReader,
  { batch = defaultBatch }: { readonly batch?: number } = {},
): Promise<Reassessed> {
  const marked = await markChanged(context, reader)
  const db = journalOf(context)
  const now = context.clock.now()
  const until = new Date(now + claimMs)
  const ids = await claimDue(db, { now: new Date(now), until, limit: batch })
  const rows = await selectTransfersById(db, ids)
  let changed = 0
  let problem: unknown
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce).sort((a, b) => a.id - b.id)
    const results = await Promise.allSettled(some.map((row) => decideAgain(context, reader, row, until)))
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') changed += result.value ? 1 : 0
      else {
        problem ??= result.reason
        const id = some[index]?.id
        // The same decision would fail again, for example because the coin is no longer supported.
        if (id !== undefined && isPermanent(result.reason)) await skipDue(db, id)
      }
    }
  }
  return { marked, taken: ids.length, changed, problem }
}

const isPermanent = (error: unknown) => error instanceof ServiceError && !error.retryable

/** Releases the claims of a process that has ended. An embedded store is used by only one process at a time. */
export async function releaseTransfers(context: TransferContext): Promise<void> {
  if (context.database.engine === 'embedded') await releaseDue(journalOf(context))
}

/** Number of rows that are deleted with one statement. */
const tidiedAtOnce = 1000

/** Deletes what is stored to find the transfers that depend on a change, for transfers that are too old. */
export async function tidyTransfers(context: TransferContext): Promise<void> {
  for (;;) {
    const deleted = await deleteDependenciesBefore(journalOf(context), reassessedSince(context), tidiedAtOnce)
    if (deleted < tidiedAtOnce) return
  }
}

/** Decides on a transfer again. Returns whether its current decision changed. */
async function decideAgain(
  context: TransferContext,
  reader: KytReader,
  row: TransferRow,
  until: Date,
): Promise<boolean> {
  const db = journalOf(context)
  const policies = await selectPolicyVersion(db)
  const policy = await reader.policyOf(row.merchant)
  const { account } = openCustomer(context, { id: row.customerId, sealed: row.customerSealed })
  const { merchant } = row
  const [assessed, usd, verification] = await Promise.all([
    assessCounterparty(reader, row, policy),
    usdValueOf(reader, { coin: row.coin, amount: BigInt(row.amount), time: row.time }),
    account === '' ? ('none' as const) : context.verificationOf?.({ merchant, account }),
  ])
  return await db.transaction().execute(async (tx) => {
    await lockCustomerById(tx, row.customerId)
    await holdMarking(tx)
    if (await isPaused(tx)) return false
    const current = await lockTransfer(tx, row.id)
    if (current === undefined || current.claimedUntil?.getTime() !== until.getTime()) return false
    const earlier = await selectDecisions(tx, [row.id])
    const latest = earlier.findLast(({ madeBy }) => madeBy === 'rules')
    const before = factsIn(latest)
    // The network's data has been lost. A transfer must not become harmless because of that.
    if (assessed.coverage.as_of === null && before.coverage.as_of !== null) {
      await skipDue(tx, row.id)
      return false
    }
    const { history, marked } = await readHistory(tx, { place: row, usd, policy })
    const decided = decideTransfer({
      ...{ place: row, usd, assessed, policy, history },
      verification: context.verificationOf === undefined ? undefined : verification,
      country: row.country ?? undefined,
    })
    const newUsd = usd === undefined ? null : String(usd)
    await updateValues(tx, row.id, {
      ...{ usd: newUsd, score: assessed.score, level: assessed.risk_level, policy: fingerprintOf(policy) },
      due: isOutdated({ ...assessed.versions, policies }, marked),
      at: new Date(context.clock.now()),
    })
    await putDependencies(tx, row.id, assessed.dependencies)
    const { customerId, id } = row
    if (newUsd !== row.usd) await markLater(tx, { since: reassessedSince(context), customerId, id })
    if (latest === undefined || isSame(decided, { ...latest, facts: before })) return false
    const now = new Date(context.clock.now())
    const made = {
      ...{ transferId: row.id, madeBy: 'rules' as const, madeAt: now, decision: decided.decision },
      ...{ usd: newUsd, facts: JSON.stringify(decided.facts) },
    }
    const stored = { ...made, id: await insertDecision(tx, made), noteId: null, noteSealed: null }
    if (!isNewDecision(decided.decision, { current, latest: latest.decision })) return false
    return await announce(context, tx, {
      row: { ...row, ...current, usd: newUsd },
      made: [...earlier, stored],
      decided,
      now,
    })
  })
}

type Decision = CustomerTransfer['decision']

/**
 * Whether a new decision of the rules replaces the current one. A member's decision stays in force until the
 * rules become stricter than it.
 */
function isNewDecision(
  decision: Decision,
  of: { current: { decision: Decision; decidedBy: 'rules' | 'member' }; latest: Decision },
): boolean {
  if (decision === of.latest) return false
  return of.current.decidedBy === 'rules' || isStricter(decision, of.current.decision)
}

async function announce(
  context: TransferContext,
  tx: KytDb,
  of: {
    row: TransferRow
    made: Parameters<typeof showTransfer>[2]
    decided: Decided
    now: Date
  },
): Promise<boolean> {
  const { row, made, decided, now } = of
  const { decision } = decided
  await updateDecision(tx, row.id, { decision, by: 'rules', at: now })
  const after = { ...row, decision, decidedBy: 'rules' as const, decidedAt: now }
  const transfer = showTransfer(context, after, made)
  const previous = { decision: row.decision, by: row.decidedBy }
  await recordDecision(context, tx, { merchant: row.merchant, id: row.id, at: now, transfer, previous })
  return true
}

/** Whether a new decision differs from the stored one in nothing on which decisions depend. */
function isSame(
  decided: Decided,
  stored: { decision: Decision; usd: string | null; facts: StoredFacts },
): boolean {
  const names = (facts: StoredFacts) => [
    facts.risk_level,
    facts.coverage.state,
    facts.verification,
    facts.dust,
    facts.shadow_decision,
    ...facts.rules.map(({ name, action }) => `${action} ${name}`),
    ...facts.shadow_rules.map(({ name, action }) => `shadow ${action} ${name}`),
  ]
  const usd = decided.usd === undefined ? null : String(decided.usd)
  return (
    decided.decision === stored.decision &&
    usd === stored.usd &&
    JSON.stringify(names(decided.facts)) === JSON.stringify(names(stored.facts))
  )
}
