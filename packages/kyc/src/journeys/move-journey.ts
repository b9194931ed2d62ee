import { retryOnConflict } from '@touchstone/storage'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectProgramOf } from '../programs/program-store.ts'
import { lockProgramTotal, selectJourney } from './journey-store.ts'
import { type Move, recordMove } from './record-move.ts'
import { isLegalMove, movesFrom, statusesOf } from './statuses.ts'

/**
 * Thrown if the state machine does not allow a move. The error contains only statuses, never personal data.
 */
export class IllegalMoveError extends Error {
  override readonly name = 'IllegalMoveError'

  constructor(from: string, to: string, legal: readonly string[]) {
    const choice = legal.length === 0 ? 'the journey is complete' : `possible: ${legal.join(', ')}`
    super(`a journey cannot move from "${from}" to "${to}" (${choice})`)
  }
}

/** Thrown if the journey has moved since the caller read it. */
export class StaleJourneyError extends Error {
  override readonly name = 'StaleJourneyError'

  constructor() {
    super('the journey has already moved')
  }
}

/**
 * Moves a journey one step forward, or to the failed status. A move to the passed status also stores the
 * grant: the person shares the result with the merchant for one account. `also` writes additional changes in
 * the same transaction.
 */
export async function moveJourney(
  context: KycContext,
  input: { journeyId: number; ifSeq?: number } & Move,
  also?: (db: KycDb) => Promise<void>,
): Promise<{ status: string; seq: number }> {
  const { journeyId, ifSeq, ...move } = input
  return await retryOnConflict(() =>
    tablesOf(context)
      .transaction()
      .execute(async (db) => {
        const found = await selectJourney(db, journeyId)
        if (!found) throw new InputError('journey', 'is not known')
        const total = await lockProgramTotal(db, found.programId)
        // Read the journey again under the lock, because another process could have moved it.
        const journey = (await selectJourney(db, journeyId)) ?? found
        const program = await selectProgramOf(db, journey)
        const statuses = statusesOf(program)
        if (ifSeq !== undefined && journey.seq !== ifSeq) throw new StaleJourneyError()
        if (!isLegalMove(statuses, journey.status, move.to)) {
          throw new IllegalMoveError(journey.status, move.to, movesFrom(statuses, journey.status))
        }
        // A result in test mode has no token, because it never reaches a chain.
        if (move.token && program.test) throw new InputError('token', 'does not exist in test mode')
        if (move.to.endsWith(' Minted') && !move.token && !program.test)
          throw new InputError('token', 'is required for a minted step')
        if (move.to === statuses.failed && !move.reasonCode) {
          throw new InputError('reason code', 'is required for a failed journey')
        }
        const person = { id: journey.personId, svcId: journey.svcId, ssiWallet: journey.ssiWallet }
        const now = context.clock.now()
        const moved = await recordMove(db, context, { program, total, person, journey, move, now })
        await also?.(db)
        return moved
      }),
  )
}
