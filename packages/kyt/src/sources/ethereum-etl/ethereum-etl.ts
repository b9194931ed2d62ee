import { basename } from 'node:path'
import { nativeCoinOf } from '../../coins/find-coin.ts'
import type { Network } from '../../coins/networks.ts'
import { findFiles } from '../../files/find-files.ts'
import { importFileError } from '../../files/import-file-error.ts'
import type { LineFile } from '../../ledger/import-lines.ts'
import type { LineSql } from '../../ledger/parse-lines-store.ts'
import type { ReferenceSql } from '../../ledger/reference-store.ts'
import { blockSql } from './etl-blocks-store.ts'
import { type EtlFile, isEtlName, readEtlFile } from './etl-file.ts'
import {
  blockTimes,
  blockTimesOfTransactions,
  checkReceipts,
  checkStream,
  failuresOf,
  receiptsOf,
  rewardsOf,
  statusOfTransactions,
} from './etl-references-store.ts'
import { logSql, tokenTransferSql } from './etl-token-transfers-store.ts'
import { traceSql } from './etl-traces-store.ts'
import { transactionSql } from './etl-transactions-store.ts'

export type EthereumEtl = {
  /** For the import: files that were cut short are gone on with only for the same network. */
  readonly kind: string
  readonly files: readonly LineFile[]
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
  const of = (kind: EtlFile['kind']) => all.filter((file) => file.kind === kind)
  // The logs say the same again, and more of what is of no use.
  const logs = of('token_transfer').length > 0 ? [] : of('log')
  const parts = {
    blocks: of('block'),
    receipts: of('receipt'),
    transactions: of('transaction'),
    tokenTransfers: of('token_transfer'),
    logs,
    traces: of('trace'),
    streams: of('stream'),
  }
  checkTimes(parts)
  const notes = checkReceiptsGiven(parts, assumeSuccess)
  const native = nativeCoinOf(network)
  const transfers = parts.transactions.map((file) =>
    lineFile(file, transactionSql(file, { native, assumeSuccess })),
  )
  return {
    kind: `ethereum-etl ${network}`,
    files: [
      ...referenceFiles(parts, native),
      ...transfers,
      ...parts.tokenTransfers.map((file) => lineFile(file, [tokenTransferSql(file, network)])),
      ...logs.map((file) => lineFile(file, [logSql(file, network)])),
      ...parts.traces.map((file, ordinal) => lineFile(file, [traceSql(file, { native, ordinal })])),
      ...parts.streams.map((file, index) =>
        lineFile(file, [
          checkStream(file),
          ...blockSql(file, native),
          checkReceipts(file),
          ...transactionSql(file, { native, assumeSuccess }),
          tokenTransferSql(file, network),
          logSql(file, network),
          traceSql(file, { native, ordinal: parts.traces.length + index }),
        ]),
      ),
    ],
    notes,
  }
}

type Parts = Readonly<
  Record<
    'blocks' | 'receipts' | 'transactions' | 'tokenTransfers' | 'logs' | 'traces' | 'streams',
    readonly EtlFile[]
  >
>

const has = (name: string) => (file: EtlFile) => file.names.includes(name)
const lacks = (name: string) => (file: EtlFile) => !file.names.includes(name)
const timeless = (parts: Parts) =>
  [...parts.transactions, ...parts.tokenTransfers, ...parts.logs, ...parts.traces].filter(
    lacks('block_timestamp'),
  )

function lineFile(
  { path, form }: EtlFile,
  sql: readonly LineSql[],
  references: readonly ReferenceSql[] = [],
): LineFile {
  return { path, headerLines: form === 'csv' ? 1 : 0, sql, references }
}

function referenceFiles(parts: Parts, native: Parameters<typeof blockSql>[1]): LineFile[] {
  const needsTimes = parts.blocks.length === 0 && timeless(parts).length > 0
  const ofTransaction = (file: EtlFile) => [
    ...(needsTimes && has('block_timestamp')(file) ? [blockTimesOfTransactions(file)] : []),
    ...(parts.traces.length > 0 && has('receipt_status')(file) ? [statusOfTransactions(file)] : []),
  ]
  return [
    ...parts.blocks.map((file) => lineFile(file, blockSql(file, native), [blockTimes(file)])),
    ...parts.receipts.map((file) => lineFile(file, [checkReceipts(file)], [receiptsOf(file)])),
    ...parts.transactions.map((file) => lineFile(file, [], ofTransaction(file))),
    ...parts.traces.map((file, ordinal) => lineFile(file, [], [failuresOf(file), rewardsOf(file, ordinal)])),
    ...parts.streams.map((file, index) =>
      lineFile(
        file,
        [],
        [
          blockTimes(file),
          blockTimesOfTransactions(file),
          receiptsOf(file),
          statusOfTransactions(file),
          failuresOf(file),
          rewardsOf(file, parts.traces.length + index),
        ],
      ),
    ),
  ].filter(({ sql, references }) => sql.length > 0 || references?.length)
}

/** In a stream any line may say anything: whether it does is seen only when it is read. */
function checkTimes(parts: Parts): void {
  const [first] = timeless(parts)
  if (first === undefined || parts.blocks.length > 0 || parts.streams.length > 0) return
  if (parts.transactions.some(has('block_timestamp'))) return
  throw importFileError({
    file: basename(first.path),
    what: 'nothing tells when its blocks were: the blocks file is missing',
    remedy: 'Put the blocks file of the same blocks into the folder, and give the folder.',
  })
}

function checkReceiptsGiven(parts: Parts, assumeSuccess: boolean): string[] {
  const [first] = parts.transactions.filter(lacks('receipt_gas_used'))
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
