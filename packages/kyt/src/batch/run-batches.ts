import { type BatchResult, type RiskScore, ServiceError } from '@touchstone/contract'
import { journalOf, type KytDb } from '../context.ts'
import { fetchLimitsOf } from '../fetch/fetch-plan.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { type RecordContext, recordQuestion } from '../records/questions.ts'
import {
  addTries,
  type BatchRow,
  claimBatches,
  endTurn,
  type OpenItem,
  selectOpenItems,
  writeResults,
} from './batch-store.ts'
import { failedItem, forEachItem, scoreItem } from './score-item.ts'

/** For this long, a turn starts to score addresses. The others wait for a later turn. */
const turnMs = 30_000
/**
 * How long a claim on a batch is valid beyond the time for which its last score may wait for histories. If a node
 * dies, another one continues when the claim expires.
 */
const claimMs = 2 * turnMs
/** Number of batches per round. They belong to different merchants. */
const batchesAtOnce = 4
/**
 * Number of addresses per batch and round. A crash loses at most their scores, which are calculated again.
 */
const itemsPerTurn = 50
/** Number of attempts for an address whose score fails for an internal reason. */
const maxTries = 5

export type BatchRound = {
  /** Number of batches that were claimed. */
  readonly batches: number
  /** Number of addresses that now have a result. */
  readonly scored: number
  /** The first internal error. */
  readonly problem: unknown
}

/**
 * Counts up to `wanted` calls against the rate limit of a batch's key. Returns how many of them are within the
 * limit.
 */
export type AdmitCalls = (batch: { merchant: string; keyId: string }, wanted: number) => Promise<number>

/**
 * Runs one round: scores some addresses of several batches. Each result is stored once, together with the
 * progress, so the next round continues from there, even in another process.
 */
export async function runBatches(
  context: RecordContext,
  reader: KytReader,
  admit: AdmitCalls,
): Promise<BatchRound> {
  const now = context.clock.now()
  const { waitMs } = fetchLimitsOf(context)
  const until = new Date(now + claimMs + waitMs)
  const claim = { now: new Date(now), until, limit: batchesAtOnce }
  const batches = await claimBatches(journalOf(context), claim)
  const turns = await Promise.allSettled(
    batches.map((batch) => takeTurn(context, reader, { batch, admit, claimedUntil: until })),
  )
  let scored = 0
  let problem: unknown
  for (const turn of turns) {
    if (turn.status === 'rejected') problem ??= turn.reason
    else {
      scored += turn.value.scored
      problem ??= turn.value.problem
    }
  }
  return { batches: batches.length, scored, problem }
}

type Turn = Omit<BatchRound, 'batches'>

async function takeTurn(
  context: RecordContext,
  reader: KytReader,
  { batch, admit, claimedUntil }: { batch: BatchRow; admit: AdmitCalls; claimedUntil: Date },
): Promise<Turn> {
  const db = journalOf(context)
  const startUntil = context.clock.now() + turnMs
  const open = await selectOpenItems(db, batch, itemsPerTurn)
  const admitted = await admitItems(batch, open, admit)
  const items = 'refused' in admitted ? open : admitted.items
  const outcomes = await forEachItem(items, async (item) => {
    if ('refused' in admitted) throw admitted.refused
    if (context.clock.now() >= startUntil) throw new ServiceError('notReady')
    return await scoreItem(reader, batch.merchant, item)
  })
  const results: { position: number; result: string }[] = []
  const answers: Scored[] = []
  const failed: number[] = []
  let problem: unknown
  for (const [index, item] of items.entries()) {
    const outcome = outcomes[index]
    if (outcome?.status === 'fulfilled') {
      results.push(rowOf(item, outcome.value))
      if (outcome.value.risk !== null) answers.push({ query: item, answer: outcome.value.risk })
    } else if (outcome !== undefined && mustRetry(outcome.reason)) continue
    else {
      const reason = outcome?.reason
      if (!(reason instanceof ServiceError)) problem ??= reason
      if (reason instanceof ServiceError && !reason.retryable)
        results.push(rowOf(item, failedItem(item, reason)))
      else if (item.tries + 1 >= maxTries) results.push(rowOf(item, failedItem(item, reason)))
      else failed.push(item.position)
    }
  }
  const at = new Date(context.clock.now())
  const scored = await db.transaction().execute(async (transaction) => {
    const added = results.length === 0 ? 0 : await writeResults(transaction, batch, results)
    await recordAnswers(context, reader, { batch, answers, db: transaction })
    if (failed.length > 0) await addTries(transaction, batch, failed)
    await endTurn(transaction, batch, { added, at, claimedUntil })
    return added
  })
  return { scored, problem }
}

type Scored = { readonly query: OpenItem; readonly answer: RiskScore }

/** Records the questions of a batch with their answers, if questions of its channel are recorded. */
async function recordAnswers(
  context: RecordContext,
  reader: KytReader,
  { batch, answers, db }: { batch: BatchRow; answers: readonly Scored[]; db: KytDb },
): Promise<void> {
  const { merchant, channel, asker } = batch
  if (channel === null || asker === null) return
  for (const { query, answer } of answers) {
    const { coin, address } = query
    const of = { merchant, by: { channel, asker }, query: { coin, address }, answer }
    await recordQuestion(reader, context, of, db)
  }
}

/** Returns the items that are within the rate limit, or the reason why the merchant no longer has access. */
async function admitItems(
  batch: BatchRow,
  open: readonly OpenItem[],
  admit: AdmitCalls,
): Promise<{ items: readonly OpenItem[] } | { refused: ServiceError }> {
  if (open.length === 0) return { items: [] }
  try {
    return { items: open.slice(0, await admit(batch, open.length)) }
  } catch (error) {
    if (error instanceof ServiceError && !error.retryable) return { refused: error }
    throw error
  }
}

/** Whether the address has to wait for a later round, because too many scores are in progress or the turn is over. */
function mustRetry(reason: unknown): boolean {
  return reason instanceof ServiceError && (reason.kind === 'rateLimit' || reason.kind === 'notReady')
}

function rowOf({ position }: OpenItem, { risk, error }: BatchResult): { position: number; result: string } {
  return { position, result: JSON.stringify({ risk, error }) }
}
