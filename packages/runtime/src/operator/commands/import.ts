import { basename } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { byCommandLine, recordChange } from '@touchstone/kyc'
import {
  type BitcoinNetwork,
  type FollowReport,
  findCoin,
  followNetwork,
  type ImportProgress,
  type ImportReport,
  importLabels,
  importPrices,
  importTransfers,
  type LabelReport,
  type Network,
  networks,
  openBitcoinEtl,
  openEthereumEtl,
  openLabelSources,
  openPlainTransfers,
  type Rejects,
  readPrices,
  refuseRejects,
  writeRejects,
} from '@touchstone/kyt'
import { readSdnAddresses } from '../../lists/read-sdn-addresses.ts'
import type { Progress } from '../../progress.ts'
import type { Command } from '../command.ts'
import { checkReadable } from './check-readable.ts'

/**
 * Absolute paths, because the working directory of the process that holds the stores can differ from the
 * caller's.
 */
type Files = { files: string[]; rejects?: string }

export const importTransfersCommand: Command<Files, ImportReport> = async ({ kyt }, input, progress) => {
  await checkReadable(input.files)
  return await importTransfers(kyt, {
    source: await openPlainTransfers(input.files),
    rejects: rejectsOf(input),
    onProgress: shown(progress),
  })
}

type EtlInput = { path: string; network: string; assumeSuccess?: boolean; rejects?: string }

export const importEthereumEtlCommand: Command<
  EtlInput,
  ImportReport & { notes: readonly string[] }
> = async ({ kyt }, input, progress) => {
  const network = networkOf(input.network)
  if (networks[network].family !== 'evm') throw unsupportedNetwork(input.network, 'ETH or another EVM chain')
  const { source, notes } = await openEthereumEtl({
    path: input.path,
    network,
    ...(input.assumeSuccess === undefined ? {} : { assumeSuccess: input.assumeSuccess }),
  })
  const report = await importTransfers(kyt, {
    source,
    rejects: rejectsOf(input),
    onProgress: shown(progress),
  })
  return { ...report, notes }
}

export const importBitcoinEtlCommand: Command<Files & { network: string }, ImportReport> = async (
  { kyt },
  input,
  progress,
) => {
  const network = networkOf(input.network)
  if (networks[network].family !== 'bitcoin') throw unsupportedNetwork(input.network, 'BTC, LTC, DOGE or BCH')
  await checkReadable(input.files)
  return await importTransfers(kyt, {
    source: await openBitcoinEtl({ files: input.files, network: network as BitcoinNetwork }),
    rejects: rejectsOf(input),
    onProgress: shown(progress),
  })
}

export const importLabelsCommand: Command<Files, LabelReport> = async ({ kyt }, input, progress) => {
  const sources = await Promise.all(
    input.files.map((path) => openLabelSources({ path, readSdn: readSdnAddresses })),
  )
  return await importLabels(kyt, {
    sources: sources.flat(),
    rejects: rejectsOf(input),
    onProgress: shown(progress),
  })
}

export const importPricesCommand: Command<Files, ImportReport> = async ({ kyt }, input) => {
  await checkReadable(input.files)
  const isCoin = (identifier: string) => findCoin(identifier) !== undefined
  const report = { rows: 0, fresh: 0, rejected: 0 }
  for (const file of input.files) {
    const entries = readPrices({ file, isCoin })
    const one = await importPrices(kyt, { name: basename(file), entries, rejects: rejectsOf(input) })
    report.rows += one.rows
    report.fresh += one.fresh
    report.rejected += one.rejected
  }
  return report
}

export type FollowInput = {
  network: string
  endpoints: string[]
  from?: number
  until?: number
  confirmations?: number
}

export const followCommand: Command<FollowInput, FollowReport> = async (runtime, input, progress, signal) => {
  const network = networkOf(input.network)
  // The audit log entry is written at the start, because a follower can run for months.
  await recordChange(runtime.kyc, { action: 'ledger.followed', target: network, detail: {} }, byCommandLine)
  return await followNetwork(runtime.kyt, {
    ...input,
    network,
    signal,
    onProblem: (error) => runtime.logger.warn({ reason: error.message }, 'node request failed'),
    onProgress: ({ block, head, transfers }) =>
      progress({
        label: `block ${block}, ${transfers} transfers`,
        done: block,
        total: Math.max(head, block),
      }),
  })
}

const rejectsOf = (input: { rejects?: string }): Rejects =>
  input.rejects === undefined ? refuseRejects : writeRejects(input.rejects)

function shown(progress: Progress): (step: ImportProgress) => void {
  return ({ phase, done, total }) => progress({ label: phase, done, total })
}

function networkOf(name: string): Network {
  if (Object.hasOwn(networks, name)) return name as Network
  throw unsupportedNetwork(name, Object.keys(networks).join(', '))
}

function unsupportedNetwork(name: string, known: string): OperatorError {
  return new OperatorError({
    code: 'import.network',
    message: `"${name.slice(0, 32)}" is not a supported network.`,
    remedy: `Use ${known}.`,
  })
}
