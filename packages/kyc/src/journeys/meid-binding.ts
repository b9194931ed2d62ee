import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { accountColumn } from '../sealed-columns.ts'
import { type AccountInput, accountFingerprint } from './account.ts'
import { endGrantOf } from './end-grants.ts'
import { type BoundAccount, lockPerson, selectBound, selectGivenUp, selectLastMove } from './meid-store.ts'
import { withdrawnCode } from './withdraw-consent.ts'

/** The journal's reason code for an account whose binding moved to another account. */
const movedCode = 'meid.moved'
const dayMs = 86_400_000

/**
 * Thrown if the person is already bound to another account at this merchant. The error contains no
 * identifiers.
 */
export class MeidBoundError extends Error {
  override readonly name = 'MeidBoundError'
  /** When the binding can be moved. Undefined if the person can move it now. */
  readonly until: number | undefined

  constructor(until: number | undefined) {
    super('this person is bound to another account at this merchant')
    this.until = until
  }
}

/**
 * Returns the other account to which a person is bound at a merchant, and when the binding can be moved.
 * Returns undefined if there is no other account.
 */
export async function findMeidBinding(
  context: KycContext,
  input: { merchantId: number; personId: number; account: AccountInput },
): Promise<{ holder: string; movableAt: number } | undefined> {
  const db = tablesOf(context)
  const own = accountFingerprint(context.vault, input.account.value)
  const bound = await selectBound(db, input)
  const other = bound.find(({ fingerprint }) => !own.equals(fingerprint))
  const { from, movedAt } = await movable(db, input)
  const shown = ({ journeyId, fingerprint, sealed }: BoundAccount) => ({
    holder: context.vault.open(sealed, accountColumn.at(journeyId, fingerprint)),
    movableAt: from,
  })
  if (other) return shown(other)
  if (bound.length > 0 || from <= context.clock.now()) return undefined
  const givenUp = await selectGivenUp(db, input, { fingerprint: own, withdrawnCode, since: movedAt })
  return givenUp && shown(givenUp)
}

/**
 * Makes the account the only bound account, in the same transaction that grants the result to it. Throws if a
 * move is not allowed yet. Returns whether the binding moved from another account.
 */
export async function bindMeid(
  db: KycDb,
  input: {
    merchantId: number
    personId: number
    fingerprint: Uint8Array
    moves: boolean
    actor: string
    at: Date
  },
): Promise<boolean> {
  const { actor, at, moves } = input
  await lockPerson(db, input.personId)
  const bound = await selectBound(db, input)
  const others = bound.filter(({ fingerprint }) => Buffer.compare(fingerprint, input.fingerprint) !== 0)
  const { from, movedAt } = await movable(db, input)
  if (bound.length === 0) {
    // Returning with another account after withdrawing consent counts as a move. Otherwise, people could
    // bypass the rebind delay.
    const { fingerprint } = input
    const givenUp = await selectGivenUp(db, input, { fingerprint, withdrawnCode, since: movedAt })
    if (givenUp) others.push(givenUp)
  } else if (others.length > 0 && !moves) throw new MeidBoundError(undefined)
  if (others.length === 0) return false
  if (from > at.getTime()) throw new MeidBoundError(from)
  for (const other of others) await endGrantOf(db, other, { actor, reasonCode: movedCode, at })
  return true
}

async function movable(
  db: KycDb,
  of: { merchantId: number; personId: number },
): Promise<{ from: number; movedAt: Date | null }> {
  const { movedAt, rebindDays } = await selectLastMove(db, of, movedCode)
  return { from: movedAt === null ? 0 : movedAt.getTime() + rebindDays * dayMs, movedAt }
}
