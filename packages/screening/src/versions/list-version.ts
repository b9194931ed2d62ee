import type { VersionState } from '../tables.ts'

export type ListVersion = {
  readonly list: string
  readonly version: string
  readonly format: string
  /** The SHA-256 hash of the file. */
  readonly sourceHash: string
  readonly publishedAt: string | null
  readonly importedAt: Date
  readonly state: VersionState
  /** The error code of the rejection. */
  readonly reason: string | null
  readonly entries: number
  readonly names: number
  readonly cryptoAddresses: number
  readonly skipped: readonly { readonly reason: string; readonly count: number }[]
}
