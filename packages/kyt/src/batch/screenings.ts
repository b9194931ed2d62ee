import {
  type BatchItem,
  maxBatchItems,
  maxScreenedAddresses,
  readScreeningCsv,
  ScreeningCsvError,
  type ScreeningProgress,
  ServiceError,
  screeningHeader,
  screeningRow,
} from '@touchstone/contract'
import type { KytContext } from '../context.ts'
import { addBatch, getBatch, getProgress } from './batches.ts'

/** Starts batches for the addresses in an uploaded list. */
export async function addScreening(
  context: KytContext,
  { merchant, keyId, csv }: { merchant: string; keyId: string; csv: string },
): Promise<ScreeningProgress> {
  const items = readList(csv)
  const ids: string[] = []
  for (let from = 0; from < items.length; from += maxBatchItems) {
    const part = items.slice(from, from + maxBatchItems)
    ids.push((await addBatch(context, { merchant, keyId, items: part })).batch_id)
  }
  return { ids, total: items.length, done: 0 }
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
