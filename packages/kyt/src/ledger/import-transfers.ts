import { parseAddress } from '../addresses/parse-address.ts'
import { parseTxHash } from '../addresses/tx-hash.ts'
import { findCoin } from '../coins/find-coin.ts'
import { type Network, networks } from '../coins/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import { beginStaging } from './begin-staging.ts'
import { decideImport, finishImport } from './finish-import.ts'
import { type ImportRow, updateImport } from './import-journal-store.ts'
import type { ImportProgress, ImportReport } from './import-progress.ts'
import { recoverImports } from './recover-imports.ts'
import { refusal } from './refusal.ts'
import type { Rejects } from './rejects.ts'
import { dropStaging, loadStaged } from './staging-store.ts'
import type { Transfer } from './transfer.ts'
import { escapeBytes } from './tsv.ts'

export type TransferEntry =
  | { readonly transfers: readonly Transfer[] }
  | { readonly problem: string; readonly file: string; readonly line: number }

/** Rows held in memory before they are laid aside. */
const rowsAtOnce = 50_000

type Options = {
  kind: string
  name: string
  entries: AsyncIterable<TransferEntry> | Iterable<TransferEntry>
  rejects: Rejects
  /** How far reading has come, if the source can tell. */
  progress?: () => ImportProgress
  onProgress?: (progress: ImportProgress) => void
}

/** Imports transfers that a program reads or makes, row by row. All of them, or nothing at all. */
export async function importTransfers(context: KytContext, options: Options): Promise<ImportReport> {
  await recoverImports(context)
  const { begun, release } = await beginStaging(context, {
    kind: options.kind,
    name: options.name.slice(0, 200),
    // What is read by a program is read again after a crash: nothing tells that it is the same.
    fingerprint: '',
  })
  try {
    return await importBegun(context, begun, options)
  } finally {
    await release()
  }
}

async function importBegun(context: KytContext, begun: ImportRow, options: Options): Promise<ImportReport> {
  const { clickhouse } = context
  const journal = journalOf(context)
  const sink = await options.rejects.open(false)
  const write = createRowWriter(begun.id)
  let row = 0
  let rejected = 0
  let pending: string[] = []
  const flush = async () => {
    if (pending.length === 0) return
    const rows = Buffer.from(pending.join(''))
    const firstRow = row - pending.length + 1
    pending = []
    await loadStaged(clickhouse, { importId: begun.id, firstRow, rows })
    if (options.progress !== undefined) options.onProgress?.(options.progress())
  }
  try {
    for await (const entry of options.entries) {
      if ('problem' in entry) {
        rejected += 1
        if (sink.wanted(1) > 0) await sink.take([{ ...entry, text: '' }])
        continue
      }
      for (const transfer of entry.transfers) {
        row += 1
        pending.push(write(row, transfer))
        if (pending.length >= rowsAtOnce) await flush()
      }
    }
    await flush()
  } catch (error) {
    await dropStaging(clickhouse, begun.id)
    await updateImport(journal, begun.id, { state: 'refused', finishedAt: new Date(context.clock.now()) })
    throw error
  } finally {
    await sink.close()
  }
  if (rejected > 0 && !options.rejects.tolerated) {
    await dropStaging(clickhouse, begun.id)
    await updateImport(journal, begun.id, {
      state: 'refused',
      rows: row,
      rejected,
      finishedAt: new Date(context.clock.now()),
    })
    throw refusal(sink.first(), rejected)
  }
  await decideImport(context, begun.id, { rows: row, rejected })
  const done = await finishImport(context, begun.id, (last) =>
    options.onProgress?.({ phase: 'writing', done: Math.min(last, row), total: row }),
  )
  return { rows: row, fresh: done.fresh, rejected }
}

/** The same address comes again and again: each is read once, as long as it is remembered. */
const rememberedAddresses = 200_000

function createRowWriter(importId: number): (row: number, transfer: Transfer) => string {
  let remembered = new Map<string, string>()
  const bytesOf = (network: Network, text: string): string => {
    if (text === '') return ''
    const key = `${network} ${text}`
    const known = remembered.get(key)
    if (known !== undefined) return known
    const address = parseAddress(network, text)
    if (address === undefined) throw new RangeError('a source handed over something that is no address')
    const escaped = escapeBytes(address.bytes)
    if (remembered.size >= rememberedAddresses) remembered = new Map()
    remembered.set(key, escaped)
    return escaped
  }
  return (row, transfer) => {
    const coin = findCoin(transfer.coin)
    const tx = coin && parseTxHash(coin.network, transfer.tx)
    if (coin === undefined || tx === undefined)
      throw new RangeError('a source handed over a transfer that is none')
    const fields = [
      importId,
      row,
      networks[coin.network].id,
      coin.id,
      escapeBytes(tx),
      transfer.position,
      transfer.block,
      transfer.time,
      bytesOf(coin.network, transfer.from),
      bytesOf(coin.network, transfer.to),
      transfer.amount,
      transfer.fee === true ? 1 : 0,
    ]
    return `${fields.join('\t')}\n`
  }
}
