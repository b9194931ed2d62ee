import type { EtlFile } from './etl-file.ts'
import type { EtlStep } from './read-ethereum-etl.ts'

export type EtlParts = Readonly<
  Record<
    'blocks' | 'receipts' | 'transactions' | 'tokenTransfers' | 'logs' | 'traces' | 'streams',
    readonly EtlFile[]
  >
>

const has = (name: string) => (file: EtlFile) => file.names.includes(name)

/** Returns the files whose lines do not contain block times. */
export const filesWithoutTimes = (parts: EtlParts): EtlFile[] =>
  [...parts.transactions, ...parts.tokenTransfers, ...parts.logs, ...parts.traces].filter(
    (file) => !has('block_timestamp')(file),
  )

/** Returns the reading steps: first the facts that files state about each other, then their transfers. */
export function etlSteps(parts: EtlParts): EtlStep[] {
  const needsTimes = parts.blocks.length === 0 && filesWithoutTimes(parts).length > 0
  const nothing = { blockTimes: false, blockTimesOfTransactions: false, status: false }
  const everything = { blockTimes: true, blockTimesOfTransactions: true, status: true }
  const ofTransactions = (file: EtlFile) => ({
    blockTimes: false,
    blockTimesOfTransactions: needsTimes && has('block_timestamp')(file),
    status: parts.traces.length > 0 && has('receipt_status')(file),
  })
  const isRequired = (required: typeof nothing) => Object.values(required).includes(true)
  return [
    ...parts.blocks.map((file) => ({ file, facts: { ...nothing, blockTimes: true }, transfers: true })),
    ...parts.receipts.map((file) => ({ file, facts: nothing, transfers: true })),
    ...parts.transactions
      .filter((file) => isRequired(ofTransactions(file)))
      .map((file) => ({ file, facts: ofTransactions(file), transfers: false })),
    ...parts.traces.map((file) => ({ file, facts: nothing, transfers: false })),
    ...parts.streams.map((file) => ({ file, facts: everything, transfers: false })),
    ...[...parts.transactions, ...parts.tokenTransfers, ...parts.logs, ...parts.traces, ...parts.streams].map(
      (file) => ({ file, transfers: true }),
    ),
  ]
}
