import { UserError } from '@touchstone/common'
import type { AccountInput } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { requestAccountColumn } from '../sealed-columns.ts'
import type { Session } from '../sessions/session.ts'
import { noteFor, sendSoon } from './notify.ts'
import { selectPersonFile } from './person-file-store.ts'
import { countRequestsSince, insertRequest } from './person-request-store.ts'
import { waitAfterFaceMs } from './proof-of.ts'

/** The name of the job that suspends a person's approvals on chains, and that ends the suspension. */
export const suspensionJob = 'suspension'

/**
 * The number of requests that a person can make within a day. Each request and its end cost the operator
 * transactions on chains.
 */
const mostPerDay = 3

/**
 * Requests that the MeID be moved to an account, or that the person be erased. The request is performed after
 * a day unless the person objects. The person's grants, and approvals on chains, are suspended until the
 * request ends.
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
      const asked = await countRequestsSince(db, { personId, since: new Date(now - 24 * 3_600_000) })
      if (asked >= mostPerDay) throw tooMany()
      const requestId = await insertRequest(db, {
        ...{ personId, kind, journeyId, walletBefore: file?.walletBefore ?? null },
        accountSealed: account ? context.vault.seal(JSON.stringify(account), place) : null,
        ...{ askedAt: new Date(now), dueAt: new Date(now + waitAfterFaceMs) },
      })
      if (requestId === undefined) throw otherStep()
      await noteFor(context, db, { personId, kind: `${kind}-asked`, session, requestId })
    })
  await sendSoon(context)
  await sendSuspension(context, personId)
}

/**
 * Requests the job that brings the person's suspension on chains in line with the store. If the request is
 * lost, `refreshSuspensions` repeats it.
 */
export async function sendSuspension(context: VerificationContext, personId: number): Promise<void> {
  await context.jobs.send(suspensionJob, { personId }, { key: String(personId) })
}

function tooMany(): UserError {
  return new UserError({
    code: 'request.too-many',
    message: 'You have already requested a move or an erasure three times within a day.',
    remedy: 'Try again tomorrow, or use the device that you used for the verification.',
  })
}
