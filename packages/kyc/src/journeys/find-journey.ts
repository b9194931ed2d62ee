import { type KycContext, tablesOf } from '../context.ts'
import { type Merchant, selectMerchantById } from '../merchants/merchant-store.ts'
import { type Program, selectProgramByNo, selectProgramOf } from '../programs/program-store.ts'
import { loginFingerprintIn } from './account.ts'
import { type Journey, selectJourney, selectJourneyOf } from './journey-store.ts'
import { selectPersonByLogin } from './person-store.ts'

/** Returns a person's journey in a program, or undefined if the person never started one. Changes nothing. */
export async function findJourney(
  context: KycContext,
  input: { programNo: string; login: string },
): Promise<{ journeyId: number; svcId: string; status: string; seq: number } | undefined> {
  const db = tablesOf(context)
  const program = await selectProgramByNo(db, input.programNo)
  const person =
    program && (await selectPersonByLogin(db, loginFingerprintIn(context.vault, program, input.login)))
  const journey = program && person && (await selectJourneyOf(db, program.id, person.id))
  return journey && { journeyId: journey.id, svcId: journey.svcId, status: journey.status, seq: journey.seq }
}

/** Returns a journey with its program and merchant, or undefined if the id is unknown. */
export async function loadJourney(
  context: KycContext,
  journeyId: number,
): Promise<{ journey: Journey; program: Program; merchant: Merchant } | undefined> {
  const db = tablesOf(context)
  const journey = await selectJourney(db, journeyId)
  if (!journey) return undefined
  const program = await selectProgramOf(db, journey)
  const merchant = await selectMerchantById(db, program.merchantId)
  if (!merchant) throw new Error('the program has no merchant')
  return { journey, program, merchant }
}
