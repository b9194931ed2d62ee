import { afterFailure, type GuessState, guessLimits, isPaused } from '@touchstone/common'
import { insertAudit } from '../audit/audit-store.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { selectMemberByEmail, selectMemberships } from './member-store.ts'

/**
 * Returns whether the address must be sent a long code, because too many short codes were guessed wrongly.
 * `addressHash` is a fingerprint whose purpose separates members from verified people.
 */
export async function needsLongCode(context: KycContext, addressHash: Uint8Array): Promise<boolean> {
  const row = await selectGuesses(tablesOf(context), addressHash).executeTakeFirst()
  return isPaused(row, context.clock.now())
}

/**
 * Counts a guess of a short code. `network` is stored for the audit log and only given for members. Returns `right` or `wrong`, or `paused` without comparing the code if the
 * address has too many failures. Concurrent guesses for one address are counted one after the other.
 */
export async function countGuess(
  context: KycContext,
  guess: { addressHash: Uint8Array; isRight: boolean; network?: string },
): Promise<'right' | 'wrong' | 'paused'> {
  const { addressHash, isRight, network = null } = guess
  const now = context.clock.now()
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      await db
        .insertInto('code_guess')
        .values({
          ...{ address_hash: addressHash, failures: 0, window_began: new Date(now), pauses: 0 },
          ...{ paused_until: null, network, unlogged: 0 },
        })
        .onConflict((conflict) => conflict.column('address_hash').doNothing())
        .execute()
      const state = await selectGuesses(db, addressHash).forUpdate().executeTakeFirstOrThrow()
      if (isPaused(state, now)) return 'paused'
      if (isRight) return 'right'
      const next = afterFailure(state, now)
      await db
        .updateTable('code_guess')
        .set((eb) => ({
          ...{ failures: next.failures, window_began: next.windowBegan, pauses: next.pauses },
          ...{ paused_until: next.pausedUntil, network, unlogged: eb('unlogged', '+', 1) },
        }))
        .where('address_hash', '=', addressHash)
        .execute()
      return isPaused(next, now) ? 'paused' : 'wrong'
    })
}

function selectGuesses(db: KycDb, addressHash: Uint8Array) {
  return db
    .selectFrom('code_guess')
    .select(['failures', 'window_began as windowBegan', 'pauses', 'paused_until as pausedUntil'])
    .where('address_hash', '=', addressHash)
    .$castTo<GuessState>()
}

/**
 * Adds failed guesses to the audit logs of the merchants that the member belongs to. A job does this, because
 * the time of a response must not reveal whether an address belongs to a member.
 */
export async function auditGuesses(context: KycContext): Promise<void> {
  const at = new Date(context.clock.now())
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const rows = await db
        .selectFrom('code_guess')
        .select(['address_hash as addressHash', 'unlogged', 'network', 'paused_until as pausedUntil'])
        .where('unlogged', '>', 0)
        .limit(1000)
        .forUpdate()
        .execute()
      for (const { addressHash, unlogged, network, pausedUntil } of rows) {
        await db
          .updateTable('code_guess')
          .set({ unlogged: 0 })
          .where('address_hash', '=', addressHash)
          .execute()
        const member = await selectMemberByEmail(db, addressHash)
        if (!member) continue
        const paused = isPaused({ pausedUntil }, at.getTime())
        const detail = {
          failures: unlogged,
          pausedUntil: paused ? (pausedUntil?.toISOString() ?? null) : null,
        }
        const action = paused ? 'sign-in.paused' : 'sign-in.failed'
        for (const { merchantId } of await selectMemberships(db, { memberId: member.id }))
          await insertAudit(db, {
            ...{ merchantId, memberId: null, actor: 'server', action, target: member.memberNo },
            ...{ detail, network, at },
          })
      }
    })
}

/** Deletes the failures of addresses for which no code was guessed wrongly for a week. */
export async function deleteOldGuesses(context: KycContext): Promise<void> {
  const before = new Date(context.clock.now() - guessLimits.keptMs)
  await tablesOf(context)
    .deleteFrom('code_guess')
    .where('window_began', '<', before)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<', before)]))
    .execute()
}
