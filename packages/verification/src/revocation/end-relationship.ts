import { UserError } from '@touchstone/common'
import type { Person } from '@touchstone/contract'
import {
  type ChangedBy,
  InputError,
  insertAudit,
  type KycDb,
  selectJourneysAt,
  selectPersonAt,
  selectProgramByNo,
  tablesOf,
  unknownPerson,
  withdrawConsent,
} from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { revocationJob } from './finish-revocation.ts'
import { insertMerchantEvent, lockPerson, selectEndingsInForce } from './merchant-ending-store.ts'
import { orderRevocation } from './order-revocation.ts'

/**
 * Ends a merchant's relationship with a person in one program or in all programs: ends grants, accounts and
 * on-chain entries. The person's credential and the results shared with other merchants remain.
 */
export async function endRelationship(
  context: VerificationContext,
  of: { mchNo: string; svcId: string; programNo?: string },
  by: ChangedBy,
): Promise<void> {
  const tables = tablesOf(context.kyc)
  const person = await selectPersonAt(tables, of)
  if (!person) throw unknownPerson()
  const { personId, merchantId } = person
  const journeys = await selectJourneysAt(tables, person)
  const program = of.programNo === undefined ? undefined : await selectProgramByNo(tables, of.programNo)
  const journeyIds = journeys
    .filter(({ programId }) => of.programNo === undefined || programId === program?.id)
    .map(({ id }) => id)
  if (journeyIds.length === 0)
    throw new InputError('program number', 'belongs to no program that this person uses')
  const order = orderRevocation(context, {
    ...{ personId, merchantId, journeyIds, reason: 'ended', burns: false },
    ending: { merchantId, programId: program?.id ?? null },
  })
  let revocationId: number | undefined
  await withdrawConsent(context.kyc, { personId, merchantId, journeyIds, actor: 'merchant' }, async (db) => {
    revocationId = await order(db as unknown as VerificationDb)
    const detail = { program: of.programNo ?? null }
    const at = new Date(context.clock.now())
    await insertAudit(context.kyc, db, {
      ...by,
      merchantId,
      action: 'people.ended',
      target: of.svcId,
      detail,
      at,
    })
  })
  if (revocationId !== undefined) await context.jobs.send(revocationJob, { revocationId })
}

/**
 * Returns the programs in which a merchant has ended the relationship with a person and the ending is still
 * in force.
 */
export async function endingsInForce(
  context: VerificationContext,
  of: { mchNo: string; svcId: string },
): Promise<Person['endings']> {
  const person = await selectPersonAt(tablesOf(context.kyc), of)
  if (!person) throw unknownPerson()
  const endings = await selectEndingsInForce(journeyTablesOf(context), person)
  return endings.map(({ at, ...program }) => ({ ...program, at: at.toISOString() }))
}

/**
 * Lifts a merchant's endings of the relationship with a person. Credentials that are issued afterwards are
 * accepted in the merchant's programs, even before the person agrees again. Grants are not restored.
 */
export async function liftEnding(
  context: VerificationContext,
  of: { mchNo: string; svcId: string },
  by: ChangedBy,
): Promise<void> {
  const person = await selectPersonAt(tablesOf(context.kyc), of)
  if (!person) throw unknownPerson()
  const { personId, merchantId } = person
  const at = new Date(context.clock.now())
  await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      await lockPerson(db, personId)
      if ((await selectEndingsInForce(db, { personId, merchantId })).length === 0) throw notEnded()
      await insertMerchantEvent(db, { personId, merchantId, programId: null }, 'lifted', at)
      const entry = { merchantId, action: 'people.ending-lifted', target: of.svcId, detail: {}, at }
      await insertAudit(context.kyc, db as unknown as KycDb, { ...by, ...entry })
    })
}

function notEnded(): UserError {
  return new UserError({
    code: 'person.not-ended',
    message: 'The relationship with this person has not been ended in any program.',
    remedy: 'There is nothing to lift.',
  })
}
