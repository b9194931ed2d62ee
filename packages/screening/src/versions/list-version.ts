import type { VersionState } from '../tables.ts'

export type ListVersion = {
  readonly list: string
  readonly version: string
  readonly format: string
  /** SHA-256 of the file. */
  readonly sourceHash: string
  readonly publishedAt: string | null
  readonly importedAt: Date
  readonly state: VersionState
  /** Error code of the rejection. */
  readonly reason: string | null
  readonly entries: number
  readonly names: number
  readonly cryptoAddresses: number
  readonly skipped: readonly { readonly reason: string; readonly count: number }[]
}
