import type { AccountInput } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { requestAccountColumn } from '../sealed-columns.ts'
import type { Session } from '../sessions/session.ts'
import { noteFor, sendSoon } from './notify.ts'
import { selectPersonFile } from './person-file-store.ts'
import { insertRequest } from './person-request-store.ts'
import { waitAfterFaceMs } from './proof-of.ts'

/**
 * Requests that the MeID be moved to an account, or that the person be erased. The request is performed after
 * a day unless the person objects. The person's grants are suspended until the request ends.
 */
export async function askRequest(
  context: VerificationContext,
  session: Session,
  of: { kind: 'move' | 'forget'; personId: number; journeyId: number },
  account?: AccountInput,
): Promise<void> {
  const now = context.clock.now()
  const { personId, journeyId, kind } = of
  const place = requestAccountColumn.at(personId, journeyId)
  const file = await selectPersonFile(journeyTablesOf(context), personId)
  await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      const requestId = await insertRequest(db, {
        ...{ personId, kind, journeyId, walletBefore: file?.walletBefore ?? null },
        accountSealed: account ? context.vault.seal(JSON.stringify(account), place) : null,
        ...{ askedAt: new Date(now), dueAt: new Date(now + waitAfterFaceMs) },
      })
      if (requestId === undefined) throw otherStep()
      await noteFor(context, db, { personId, kind: `${kind}-asked`, session, requestId })
    })
  await sendSoon(context)
}
