import type { EtlFile } from './etl-file.ts'
import type { EtlStep } from './read-ethereum-etl.ts'

export type EtlParts = Readonly<
  Record<
    'blocks' | 'receipts' | 'transactions' | 'tokenTransfers' | 'logs' | 'traces' | 'streams',
    readonly EtlFile[]
  >
>

const has = (name: string) => (file: EtlFile) => file.names.includes(name)

/** Files that do not say when their blocks were. */
export const timeless = (parts: EtlParts): EtlFile[] =>
  [...parts.transactions, ...parts.tokenTransfers, ...parts.logs, ...parts.traces].filter(
    (file) => !has('block_timestamp')(file),
  )

/** What the files say of one another comes first, then their transfers. */
export function etlSteps(parts: EtlParts): EtlStep[] {
  const needsTimes = parts.blocks.length === 0 && timeless(parts).length > 0
  const nothing = { blockTimes: false, blockTimesOfTransactions: false, status: false }
  const everything = { blockTimes: true, blockTimesOfTransactions: true, status: true }
  const ofTransactions = (file: EtlFile) => ({
    blockTimes: false,
    blockTimesOfTransactions: needsTimes && has('block_timestamp')(file),
    status: parts.traces.length > 0 && has('receipt_status')(file),
  })
  const isWanted = (wanted: typeof nothing) => Object.values(wanted).includes(true)
  return [
    ...parts.blocks.map((file) => ({ file, facts: { ...nothing, blockTimes: true }, transfers: true })),
    ...parts.receipts.map((file) => ({ file, facts: nothing, transfers: true })),
    ...parts.transactions
      .filter((file) => isWanted(ofTransactions(file)))
      .map((file) => ({ file, facts: ofTransactions(file), transfers: false })),
    ...parts.traces.map((file) => ({ file, facts: nothing, transfers: false })),
    ...parts.streams.map((file) => ({ file, facts: everything, transfers: false })),
    ...[...parts.transactions, ...parts.tokenTransfers, ...parts.logs, ...parts.traces, ...parts.streams].map(
      (file) => ({ file, transfers: true }),
    ),
  ]
}
