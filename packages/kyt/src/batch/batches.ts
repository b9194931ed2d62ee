import { createHash } from 'node:crypto'
import { type BatchItem, type BatchResult, type RiskBatch, ServiceError } from '@touchstone/contract'
import { journalOf, type KytContext } from '../context.ts'
import { fetchUntilOf } from '../lookup/ensure-history.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { uuidFrom } from '../lookup/uuid-from.ts'
import type { Asker } from '../records/questions.ts'
import {
  type BatchRow,
  countOpenBatches,
  deleteBatchesFinishedBefore,
  insertBatch,
  lockBatchesOf,
  releaseAllBatches,
  selectBatch,
  selectItems,
} from './batch-store.ts'
import { failedItem, forEachItem, scoreItem } from './score-item.ts'

/** Maximum number of a merchant's unfinished batches: a hundred thousand addresses in total. */
export const maxOpenBatches = 100

/** How long the results of a finished batch are kept. */
const keptMs = 24 * 60 * 60 * 1000

/** When a merchant with too many batches should try again. */
const retryAfterSeconds = 10

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Scores addresses at once. An address that cannot be scored has an error in place of a result. */
export async function scoreAtOnce(
  reader: KytReader,
  { merchant, items }: { merchant: string; items: readonly BatchItem[] },
  onProblem: (error: unknown) => void,
): Promise<RiskBatch> {
  // All addresses share one time limit for fetching.
  const fetchUntil = fetchUntilOf(reader.context)
  const outcomes = await forEachItem(items, (item) => scoreItem(reader, merchant, item, fetchUntil))
  const result_list = items.map((item, index): BatchResult => {
    const outcome = outcomes[index]
    if (outcome?.status === 'fulfilled') return outcome.value
    if (!(outcome?.reason instanceof ServiceError)) onProblem(outcome?.reason)
    return failedItem(item, outcome?.reason)
  })
  return { batch_id: '', state: 'done', total: items.length, done: items.length, result_list }
}

/**
 * Stores a batch that is scored in the background. A second request with the same `requestId` returns the
 * batch of the first one, so that a client can repeat a request if it did not receive the answer.
 */
export async function addBatch(
  context: KytContext & { readonly batchLimit?: number },
  input: {
    merchant: string
    keyId: string
    items: readonly BatchItem[]
    requestId?: string
    /** The caller. If it is omitted, the questions are not recorded. */
    by?: Asker | undefined
  },
): Promise<RiskBatch> {
  const { merchant, keyId, items, requestId, by } = input
  const fingerprint = fingerprintOfItems(items)
  const most = context.batchLimit ?? maxOpenBatches
  return await journalOf(context)
    .transaction()
    .execute(async (db) => {
      await lockBatchesOf(db, merchant)
      const known = requestId === undefined ? undefined : await selectBatch(db, { merchant, requestId })
      if (known !== undefined && known.fingerprint !== fingerprint) {
        throw new ServiceError('parameter', { detail: 'request_id was already used with other items' })
      }
      if (known !== undefined) return progressOf(known)
      if ((await countOpenBatches(db, merchant)) >= most) {
        throw new ServiceError('rateLimit', {
          detail: `the maximum is ${most} unfinished batches`,
          retryAfterSeconds,
        })
      }
      const id = uuidFrom(context.random)
      const at = new Date(context.clock.now())
      await insertBatch(
        db,
        {
          ...{ id, merchant, keyId, fingerprint, requestId: requestId ?? null, at },
          ...{ channel: by?.channel ?? null, asker: by?.asker ?? null },
        },
        items,
      )
      return progressOf({ id, total: items.length, done: 0 })
    })
}

/** Returns a batch's progress, and its results once it has finished. */
export async function getBatch(
  context: KytContext,
  { merchant, id }: { merchant: string; id: string },
): Promise<RiskBatch> {
  const db = journalOf(context)
  const row = idForm.test(id) ? await selectBatch(db, { merchant, id }) : undefined
  if (row === undefined) throw new ServiceError('unknownBatch')
  if (row.done < row.total) return progressOf(row)
  const items = await selectItems(db, id)
  // The batch was deleted in the meantime.
  if (items.length === 0) throw new ServiceError('unknownBatch')
  const result_list = items.map(
    ({ coin, address, result }): BatchResult => ({
      coin,
      address,
      ...(JSON.parse(result ?? '') as Pick<BatchResult, 'risk' | 'error'>),
    }),
  )
  return { ...progressOf(row), state: 'done', result_list }
}

/** Returns a batch's progress without its results. */
export async function getProgress(
  context: KytContext,
  { merchant, id }: { merchant: string; id: string },
): Promise<RiskBatch> {
  const row = idForm.test(id) ? await selectBatch(journalOf(context), { merchant, id }) : undefined
  if (row === undefined) throw new ServiceError('unknownBatch')
  return progressOf(row)
}

/** Deletes batches that finished more than a day ago. Returns their number. */
export async function tidyBatches(context: KytContext): Promise<number> {
  return await deleteBatchesFinishedBefore(journalOf(context), new Date(context.clock.now() - keptMs))
}

/**
 * Releases the claims of a process that has ended. An embedded store is used by only one process at a time.
 */
export async function releaseBatches(context: KytContext): Promise<void> {
  if (context.database.engine === 'embedded') await releaseAllBatches(journalOf(context))
}

function progressOf({ id, total, done }: Pick<BatchRow, 'id' | 'total' | 'done'>): RiskBatch {
  return { batch_id: id, state: done < total ? 'running' : 'done', total, done, result_list: [] }
}

function fingerprintOfItems(items: readonly BatchItem[]): string {
  const pairs = items.map(({ coin, address }) => [coin, address])
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex')
}
