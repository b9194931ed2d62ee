import type { Realm } from '../names/token-keys.ts'
import type { NameToken } from '../names/tokenise.ts'
import type { Neighbours } from './find-neighbours.ts'

/** A name that was asked for, with what it may stand for. */
export type AskedName = {
  readonly realm: Realm
  readonly tokens: readonly NameToken[]
  readonly parts: readonly Neighbours[]
  /** Of each part with the next, as if they were one word. */
  readonly joined: readonly Neighbours[]
  readonly weight: number
}
