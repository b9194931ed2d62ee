import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Network } from '../../addresses/networks.ts'
import { findFiles } from '../../files/find-files.ts'
import { fingerprintOfFiles } from '../../files/fingerprint-of-files.ts'
import { importFileError } from '../../files/import-file-error.ts'
import type { TransferSource } from '../../imports/transfer-source.ts'
import { type EtlFile, isEtlName, readEtlFile } from './etl-file.ts'
import { type EtlParts, etlSteps, timeless } from './etl-steps.ts'
import { readEthereumEtl } from './read-ethereum-etl.ts'

export type EthereumEtl = {
  readonly source: TransferSource
  /** What these files can't tell, in whole sentences. */
  readonly notes: readonly string[]
}

/**
 * The files that ethereum-etl writes, JSON lines or CSV, exported or streamed: what they say of one another is laid
 * aside first, then come their transfers. The same transfers as those that are followed from a node.
 */
export async function openEthereumEtl(options: {
  /** A folder, or one file. */
  path: string
  /** Of the EVM family. */
  network: Network
  /** Takes transactions without a receipt as carried out, without a fee. */
  assumeSuccess?: boolean
}): Promise<EthereumEtl> {
  const { path, network, assumeSuccess = false } = options
  const paths = await findFiles({ path, isWanted: isEtlName })
  const all = (await Promise.all(paths.map(readEtlFile))).filter((file) => file !== undefined)
  if (all.length === 0) {
    throw importFileError({
      file: basename(path),
      what: 'no file of ethereum-etl was found',
      remedy: 'Files are told by their names: blocks, transactions, receipts, token_transfers, traces, logs.',
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
    // The logs say the same again, and more of what is of no use.
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
    // What was cut short is resumed only for the same network, read in the same way.
    kind: `ethereum-etl ${mapping.network}${mapping.assumeSuccess ? ' without receipts' : ''}`,
    name: paths.map((path) => basename(path)).join(', '),
    fingerprint: await fingerprintOfFiles(paths),
    files: { form: 'ethereum-etl', path, ...mapping, bytes: sum(sizes) },
    progress: ({ step, offset }) => ({ done: sum(sizes.slice(0, step)) + offset, total: sum(sizes) }),
    read: (from, facts) => readEthereumEtl({ steps, mapping, facts, ...(from !== undefined && { from }) }),
  }
}

/** In a stream any line may say anything: whether it does is seen only when it is read. */
function checkTimes(parts: EtlParts): void {
  const [first] = timeless(parts)
  if (first === undefined || parts.blocks.length > 0 || parts.streams.length > 0) return
  if (parts.transactions.some(({ names }) => names.includes('block_timestamp'))) return
  throw importFileError({
    file: basename(first.path),
    what: 'nothing tells when its blocks were: the blocks file is missing',
    remedy: 'Put the blocks file of the same blocks into the folder, and give the folder.',
  })
}

function checkReceiptsGiven(parts: EtlParts, assumeSuccess: boolean): string[] {
  const [first] = parts.transactions.filter(({ names }) => !names.includes('receipt_gas_used'))
  const notes: string[] = []
  if (first !== undefined && parts.receipts.length === 0 && parts.streams.length === 0) {
    const name = basename(first.path)
    if (parts.traces.length > 0) {
      notes.push(
        `${name} comes without receipts: the traces tell which transactions failed; fees are left out.`,
      )
    } else if (assumeSuccess) {
      notes.push(
        `${name} comes without receipts: every transaction counts as carried out, also those that failed; fees are left out.`,
      )
    } else {
      throw importFileError({
        file: name,
        what: 'nothing tells which of its transactions failed, and what they paid: the receipts file is missing',
        remedy:
          'Put the receipts file (export_receipts_and_logs) of the same blocks into the folder, and give the folder.',
      })
    }
  }
  if (parts.transactions.length > 0 && parts.traces.length === 0 && parts.streams.length === 0) {
    notes.push('There are no traces: coins that contracts sent on are left out.')
  }
  return notes
}
