import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { limits } from '../lists/limits.ts'
import type { ListEntry } from '../lists/list-entry.ts'
import { listProblem } from '../lists/list-problem.ts'
import type { ListFormat } from '../lists/list-source.ts'
import { listSources } from '../lists/list-sources.ts'
import { entryHash } from '../match/entry-hash.ts'
import { writeEntryLine } from './entry-line.ts'

export type ReadListTask = {
  readonly format: ListFormat
  /** The file with the original list. */
  readonly file: string
  /** The output file for the entries, one per line. See `entry-line.ts`. */
  readonly entriesFile: string
}

export type ReadListAnswer = {
  readonly entries: number
  readonly names: number
  readonly cryptoAddresses: number
  readonly publishedAt: string | null
  readonly skipped: { reason: string; count: number }[]
}

/** Minimum number of rows at which the share of invalid rows is checked. */
const fewRows = 50

/** Reads a whole list and writes its entries to a file. Runs in a worker. */
export async function readListTask({ format, file, entriesFile }: ReadListTask): Promise<ReadListAnswer> {
  const out = createWriteStream(entriesFile)
  const skipped = new Map<string, number>()
  const seen = new Map<string, number>()
  let publishedAt: string | null = null
  let entries = 0
  let names = 0
  let cryptoAddresses = 0
  let bad = 0
  try {
    for await (const item of listSources[format].read(
      createReadStream(file, { highWaterMark: 256 * 1024 }),
    )) {
      if ('publishedAt' in item) publishedAt = item.publishedAt
      else if ('skipped' in item) {
        skipped.set(item.skipped, (skipped.get(item.skipped) ?? 0) + 1)
        if (item.skipped !== 'not a party') bad += 1
      } else {
        const entry = nameApart(item.entry, seen)
        entries += 1
        if (entries > limits.entries) throw listProblem('list.too-large')
        names += entry.names.length
        cryptoAddresses += entry.cryptoAddresses.length
        const body = JSON.stringify(entry)
        const line = writeEntryLine({
          entryId: entry.id,
          kind: entry.kind,
          hash: entryHash(body),
          cryptoAddresses: entry.cryptoAddresses.length,
          body,
        })
        if (!out.write(line)) await once(out, 'drain')
      }
    }
  } finally {
    out.end()
    await once(out, 'close')
  }
  if (entries === 0) throw listProblem('list.empty')
  if (entries + bad > fewRows && bad > (entries + bad) * limits.badRowShare)
    throw listProblem('list.too-many-bad-rows')
  return {
    entries,
    names,
    cryptoAddresses,
    publishedAt,
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
  }
}

/** Makes identifiers unique if several entries have the same identifier. */
function nameApart(entry: ListEntry, seen: Map<string, number>): ListEntry {
  const before = seen.get(entry.id) ?? 0
  seen.set(entry.id, before + 1)
  return before === 0 ? entry : { ...entry, id: `${entry.id}#${before + 1}` }
}
