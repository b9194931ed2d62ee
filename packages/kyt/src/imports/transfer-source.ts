import type { BitcoinNetwork, Network } from '../addresses/networks.ts'
import type { Fact, GivenTransaction } from '../ledger/ledger-store.ts'
import type { Transfer } from './transfer.ts'

/** What a source emits: transfers, a transfer that is already in the ledger's form, or a row that is rejected. */
export type SourceEntry =
  | { readonly transfers: readonly Transfer[] }
  | { readonly given: GivenTransaction }
  | { readonly problem: string; readonly file: string; readonly line: number; readonly text: string }

/** How far reading has come: which step of the source, and where in its file the next line begins. */
export type Reached = { readonly step: number; readonly offset: number; readonly line: number }

export type SourceBatch = {
  readonly entries: readonly SourceEntry[]
  /** From here on it can be gone on with, when everything before was laid aside. */
  readonly reached: Reached
}

/** What lines say of lines in other files. There may be as many as there are transactions: a store keeps them. */
export type Facts = {
  /** What is told of a key comes after what was told of it before. */
  tell(facts: readonly Fact[]): Promise<void>
  /** Everything that was told, in its order; nothing for a key that nothing was told of. */
  ask(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>>
}

/** Files that a thread opens again, to read them there. */
export type SourceFiles = { readonly bytes: number } & (
  | { readonly form: 'plain'; readonly paths: readonly string[] }
  | {
      readonly form: 'ethereum-etl'
      readonly path: string
      readonly network: Network
      readonly assumeSuccess: boolean
    }
  | { readonly form: 'bitcoin-etl'; readonly paths: readonly string[]; readonly network: BitcoinNetwork }
)

/** Where transfers come from. */
export type TransferSource = {
  readonly kind: string
  readonly name: string
  /** Tells whether it is the same as one that was cut short; empty where nothing tells, and it is read again. */
  readonly fingerprint: string
  /** The files that it reads, where it reads files. */
  readonly files?: SourceFiles
  /** How much of all there is lies before a place in it. */
  progress?(reached: Reached): { readonly done: number; readonly total: number }
  /** From the beginning, or from where it was left. */
  read(from: Reached | undefined, facts: Facts): AsyncIterable<SourceBatch>
}
