import { stat } from 'node:fs/promises'
import { OperatorError } from '@touchstone/common'
import { byCommandLine, recordChange } from '@touchstone/kyc'
import { importLabels, openLabelSources, refuseRejects } from '@touchstone/kyt'
import {
  type ImportedList,
  type ImportStep,
  importList,
  type ListFormat,
  type ListVersion,
  listVersions,
} from '@touchstone/screening'
import { joinFiles } from '../../lists/join-files.ts'
import { addFileName } from '../../lists/name-file-in-errors.ts'
import { readSdnAddresses } from '../../lists/read-sdn-addresses.ts'
import type { Progress } from '../../progress.ts'
import type { Command } from '../command.ts'
import { checkReadable } from './check-readable.ts'

export type ListImportInput = {
  /**
   * Absolute paths, because the working directory of the process that holds the stores can differ from the
   * caller's. Several files form one list.
   */
  files: string[]
  format: ListFormat
  list: string
  version?: string
  force?: boolean
}

export type ListImportReport = Omit<ImportedList, 'delta'> & {
  delta: Omit<ImportedList['delta'], 'toScreenAgain'> & { toScreenAgain: number }
  /** The number of addresses in the list that were turned into labels. */
  labels: number
}

/** Imports a list for screening and creates labels for the crypto addresses that it contains. */
export const listImport: Command<ListImportInput, ListImportReport> = async (runtime, input, progress) => {
  const { files, ...options } = input
  await checkReadable(files)
  if (files.length > 1 && input.format.endsWith('-xml')) throw onePartOnly()
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  const size = sizes.reduce((sum, each) => sum + each, 0)
  const imported = await importList(runtime.screening, {
    ...options,
    stream: joinFiles(files),
    progress: (step) => progress(shown(step, size)),
  }).catch((error: unknown) => {
    throw addFileName(files.length === 1 ? String(files[0]) : `${files.length} files as one list`, error)
  })
  const { delta, ...rest } = imported
  const detail = { version: imported.version, entries: imported.entries, force: input.force ?? false }
  if (!imported.unchanged)
    await recordChange(runtime.kyc, { action: 'list.imported', target: input.list, detail }, byCommandLine)
  return {
    ...rest,
    delta: { ...delta, toScreenAgain: delta.toScreenAgain.length },
    // Labels the addresses even if the list is unchanged, because a previous run could have been interrupted
    // before this step.
    labels: imported.cryptoAddresses === 0 ? 0 : await labelAddresses(runtime, input, progress),
  }
}

async function labelAddresses(
  { kyt }: Parameters<typeof listImport>[0],
  { files, format, list }: ListImportInput,
  progress: Progress,
): Promise<number> {
  // Other list formats contain no addresses.
  if (format !== 'ofac-advanced-xml') return 0
  const sources = await Promise.all(
    files.map((path) => openLabelSources({ path, readSdn: readSdnAddresses })),
  )
  // Other OFAC lists get a different source name, so that their labels do not replace the labels from the SDN
  // list.
  const named = sources.flat().map((each) => (list === 'ofac-sdn' ? each : { ...each, name: `list/${list}` }))
  const { labels } = await importLabels(kyt, {
    sources: named,
    rejects: refuseRejects,
    onProgress: ({ phase, done, total }) => progress({ label: `labels: ${phase}`, done, total }),
  })
  return labels
}

function onePartOnly(): OperatorError {
  return new OperatorError({
    code: 'list.one-file',
    message: 'An XML list must be a single file.',
    remedy: 'Pass one file. Import lists from different publishers one at a time.',
  })
}

function shown({ step, done = 0, total }: ImportStep, size: number) {
  return { label: step, done, total: total ?? (step === 'receiving' ? size : 1) }
}

export const listShow: Command<{ list?: string }, ListVersion[]> = ({ screening }, input) =>
  listVersions(screening, input)
