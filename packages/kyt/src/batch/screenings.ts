import {
  type BatchItem,
  maxBatchItems,
  maxScreenedAddresses,
  readScreeningCsv,
  ScreeningCsvError,
  type ScreeningProgress,
  type Screenings,
  ServiceError,
  screeningHeader,
  screeningRow,
} from '@touchstone/contract'
import { journalOf, type KytContext } from '../context.ts'
import type { Asker } from '../records/questions.ts'
import { selectBatchesOfKey } from './batch-store.ts'
import { addBatch, getBatch, getProgress } from './batches.ts'

/** Number of batches among which the newest lists are looked up. A list has at most five. */
const mostListed = 100

/** Starts batches for the addresses in an uploaded list. */
export async function addScreening(
  context: KytContext,
  { csv, ...of }: { merchant: string; keyId: string; csv: string; by?: Asker },
): Promise<ScreeningProgress> {
  const items = readList(csv)
  const ids: string[] = []
  // Shows later which batches belong to one list.
  const list = context.random.bytes(16).toString('hex')
  for (let from = 0; from < items.length; from += maxBatchItems) {
    const part = items.slice(from, from + maxBatchItems)
    const requestId = `${list} ${ids.length}`
    ids.push((await addBatch(context, { ...of, items: part, requestId })).batch_id)
  }
  return { ids, total: items.length, done: 0 }
}

/** Returns the lists whose batches count against the given key, newest first. */
export async function listScreenings(
  context: Pick<KytContext, 'database'>,
  { merchant, keyId }: { merchant: string; keyId: string },
): Promise<Screenings['screenings']> {
  const lists = new Map<string, Screenings['screenings'][number]>()
  const batches = await selectBatchesOfKey(journalOf(context), { merchant, keyId, limit: mostListed })
  for (const { id, total, done, requestId, createdAt } of batches) {
    const list = requestId?.split(' ')[0] ?? id
    const others = lists.get(list) ?? { ids: [], total: 0, done: 0 }
    lists.set(list, {
      ids: [id, ...others.ids],
      ...{ total: total + others.total, done: done + others.done, startedAt: createdAt.toISOString() },
    })
  }
  return [...lists.values()]
}

/** Returns how many addresses of a list have a result. */
export async function getScreening(
  context: KytContext,
  { merchant, ids }: { merchant: string; ids: readonly string[] },
): Promise<ScreeningProgress> {
  const parts = await Promise.all(ids.map((id) => getProgress(context, { merchant, id })))
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return {
    ids: [...ids],
    total: sum(parts.map(({ total }) => total)),
    done: sum(parts.map(({ done }) => done)),
  }
}

/** Writes the results of a list as CSV, in the order of the list. */
export async function* writeScreening(
  context: KytContext,
  { merchant, ids }: { merchant: string; ids: readonly string[] },
): AsyncGenerator<string> {
  yield screeningHeader()
  for (const id of ids) {
    const { result_list } = await getBatch(context, { merchant, id })
    yield result_list.map(screeningRow).join('')
  }
}

function readList(csv: string): BatchItem[] {
  try {
    const lines = readScreeningCsv(csv)
    if (lines.length > 0 && lines.length <= maxScreenedAddresses) return lines.map(itemOf)
    const wrong = lines.length === 0 ? 'no addresses' : `more than ${maxScreenedAddresses} addresses`
    throw new ServiceError('parameter', { detail: `csv contains ${wrong}` })
  } catch (cause) {
    if (!(cause instanceof ScreeningCsvError)) throw cause
    throw new ServiceError('parameter', { detail: `csv: ${cause.message}`, cause })
  }
}

const itemOf = ({ coin, address }: BatchItem): BatchItem => ({ coin, address })
