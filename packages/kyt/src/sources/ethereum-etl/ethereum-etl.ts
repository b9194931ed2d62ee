import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Network } from '../../addresses/networks.ts'
import { findFiles } from '../../files/find-files.ts'
import { fingerprintOfFiles } from '../../files/fingerprint-of-files.ts'
import { importFileError } from '../../files/import-file-error.ts'
import type { TransferSource } from '../../imports/transfer-source.ts'
import { type EtlFile, isEtlName, readEtlFile } from './etl-file.ts'
import { type EtlParts, etlSteps, filesWithoutTimes } from './etl-steps.ts'
import { readEthereumEtl } from './read-ethereum-etl.ts'

export type EthereumEtl = {
  readonly source: TransferSource
  /** Describes the data that these files lack, in full sentences. */
  readonly notes: readonly string[]
}

/**
 * Opens ethereum-etl files: JSON lines or CSV, exported or streamed. First stores the facts that lines in one
 * file state about lines in other files, then reads the transfers. The result is the same as when following a
 * node.
 */
export async function openEthereumEtl(options: {
  /** A folder or a file. */
  path: string
  /** A network in the EVM family. */
  network: Network
  /** Treats transactions that have no receipt as successful and as having no fee. */
  assumeSuccess?: boolean
}): Promise<EthereumEtl> {
  const { path, network, assumeSuccess = false } = options
  const paths = await findFiles({ path, isWanted: isEtlName })
  const all = (await Promise.all(paths.map(readEtlFile))).filter((file) => file !== undefined)
  if (all.length === 0) {
    throw importFileError({
      file: basename(path),
      what: 'no ethereum-etl files found',
      remedy:
        'Files are recognized by their names: blocks, transactions, receipts, token_transfers, traces, logs.',
    })
  }
  const parts = partsOf(all)
  checkTimes(parts)
  const notes = checkReceiptsGiven(parts, assumeSuccess)
  const source = await sourceOf(parts, { network, assumeSuccess }, path)
  return { source, notes }
}

function partsOf(all: readonly EtlFile[]): EtlParts {
  const of = (kind: EtlFile['kind']) => all.filter((file) => file.kind === kind)
  return {
    blocks: of('block'),
    receipts: of('receipt'),
    transactions: of('transaction'),
    tokenTransfers: of('token_transfer'),
    // Logs repeat the token transfers, mixed with a lot of irrelevant data.
    logs: of('token_transfer').length > 0 ? [] : of('log'),
    traces: of('trace'),
    streams: of('stream'),
  }
}

async function sourceOf(
  parts: EtlParts,
  mapping: { readonly network: Network; readonly assumeSuccess: boolean },
  path: string,
): Promise<TransferSource> {
  const steps = etlSteps(parts)
  const paths = [...new Set(steps.map(({ file }) => file.path))]
  const sizes = await Promise.all(steps.map(async ({ file }) => (await stat(file.path)).size))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    // An interrupted import is resumed only for the same network and with the same options.
    kind: `ethereum-etl ${mapping.network}${mapping.assumeSuccess ? ' without receipts' : ''}`,
    name: paths.map((path) => basename(path)).join(', '),
    fingerprint: await fingerprintOfFiles(paths),
    files: { form: 'ethereum-etl', path, ...mapping, bytes: sum(sizes) },
    progress: ({ step, offset }) => ({ done: sum(sizes.slice(0, step)) + offset, total: sum(sizes) }),
    read: (from, facts) => readEthereumEtl({ steps, mapping, facts, ...(from !== undefined && { from }) }),
  }
}

/** Checks that block times are available. For streamed files, each line is checked when it is read. */
function checkTimes(parts: EtlParts): void {
  const [first] = filesWithoutTimes(parts)
  if (first === undefined || parts.blocks.length > 0 || parts.streams.length > 0) return
  if (parts.transactions.some(({ names }) => names.includes('block_timestamp'))) return
  throw importFileError({
    file: basename(first.path),
    what: 'the block times are unknown because the blocks file is missing',
    remedy: 'Put the blocks file for the same blocks into the folder, and pass the folder.',
  })
}

function checkReceiptsGiven(parts: EtlParts, assumeSuccess: boolean): string[] {
  const [first] = parts.transactions.filter(({ names }) => !names.includes('receipt_gas_used'))
  const notes: string[] = []
  if (first !== undefined && parts.receipts.length === 0 && parts.streams.length === 0) {
    const name = basename(first.path)
    if (parts.traces.length > 0) {
      notes.push(
        `${name} has no receipts. Failed transactions are identified from the traces. Fees are left out.`,
      )
    } else if (assumeSuccess) {
      notes.push(
        `${name} has no receipts. Every transaction counts as successful, even if it failed. Fees are left out.`,
      )
    } else {
      throw importFileError({
        file: name,
        what: 'the receipts file is missing, so it is unknown which transactions failed and which fees were paid',
        remedy:
          'Put the receipts file (export_receipts_and_logs) for the same blocks into the folder, and pass the folder.',
      })
    }
  }
  if (parts.transactions.length > 0 && parts.traces.length === 0 && parts.streams.length === 0) {
    notes.push('The traces file is missing. Coins sent by contracts are left out.')
  }
  return notes
}
