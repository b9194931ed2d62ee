import { afterFailure, guessLimits, isPaused } from '@touchstone/common'
import type { AuditEntry } from '../audit/audit-store.ts'
import { insertAudits } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import {
  addFailure,
  deleteGuessesBefore,
  lockGuesses,
  selectGuesses,
  takeUnlogged,
} from './code-guess-store.ts'
import { selectMemberByEmail, selectMemberships } from './member-store.ts'

/**
 * Returns whether the next code for the address must be long because too many wrong codes were entered.
 * `addressHash` is a keyed hash that differs between members and verified people.
 */
export async function needsLongCode(context: KycContext, addressHash: Uint8Array): Promise<boolean> {
  return isPaused(await selectGuesses(tablesOf(context), addressHash), context.clock.now())
}

/**
 * Counts a guess at a short code. Returns `right` or `wrong`, or `paused` if the address has too many
 * failures, whether or not the code is correct. Concurrent guesses for one address are counted one after the
 * other. `network` is set only for members, and is stored for the audit log.
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
      const state = await lockGuesses(db, addressHash, new Date(now))
      if (isPaused(state, now)) return 'paused'
      if (isRight) return 'right'
      const next = afterFailure(state, now)
      await addFailure(db, addressHash, next, network)
      return isPaused(next, now) ? 'paused' : 'wrong'
    })
}

/**
 * Adds failed guesses to the audit logs of the merchants that the member belongs to. A job does this, because
 * the duration of a response must not reveal whether an address belongs to a member.
 */
export async function auditGuesses(context: KycContext): Promise<void> {
  const at = new Date(context.clock.now())
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const entries: AuditEntry[] = []
      for (const { addressHash, unlogged, network, pausedUntil } of await takeUnlogged(db)) {
        const member = await selectMemberByEmail(context, db, addressHash)
        if (!member) continue
        const paused = isPaused({ pausedUntil }, at.getTime())
        const detail = {
          failures: unlogged,
          pausedUntil: paused ? (pausedUntil?.toISOString() ?? null) : null,
        }
        const action = paused ? 'sign-in.paused' : 'sign-in.failed'
        for (const { merchantId } of await selectMemberships(context, db, { memberId: member.id }))
          entries.push({
            ...{ merchantId, memberId: null, actor: 'server', action, target: member.memberNo },
            ...{ detail, network, at },
          })
      }
      await insertAudits(context, db, entries)
    })
}

/** Deletes the failures of addresses for which no wrong code has been entered for a week. */
export async function deleteOldGuesses(context: KycContext): Promise<void> {
  await deleteGuessesBefore(tablesOf(context), new Date(context.clock.now() - guessLimits.keptMs))
}
