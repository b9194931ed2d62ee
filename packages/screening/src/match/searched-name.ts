import type { Realm } from '../names/token-keys.ts'
import type { NameToken } from '../names/tokenise.ts'
import type { Neighbours } from './find-neighbours.ts'

/** A searched name with the listed tokens that match its parts. */
export type SearchedName = {
  readonly realm: Realm
  readonly tokens: readonly NameToken[]
  readonly parts: readonly Neighbours[]
  /** Matches for each pair of adjacent parts joined into one word. */
  readonly joined: readonly Neighbours[]
  readonly weight: number
}
