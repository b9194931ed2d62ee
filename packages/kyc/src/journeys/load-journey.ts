import { type KycContext, tablesOf } from '../context.ts'
import { type Merchant, selectMerchantById } from '../merchants/merchant-store.ts'
import { type Program, selectProgramOf } from '../programs/program-store.ts'
import { type Journey, selectJourney } from './journey-store.ts'

/** A journey with what decides about it; undefined when there is none of that number. */
export async function loadJourney(
  context: KycContext,
  journeyId: number,
): Promise<{ journey: Journey; program: Program; merchant: Merchant } | undefined> {
  const db = tablesOf(context)
  const journey = await selectJourney(db, journeyId)
  if (!journey) return undefined
  const program = await selectProgramOf(db, journey)
  const merchant = await selectMerchantById(db, program.merchantId)
  if (!merchant) throw new Error('a program has no merchant')
  return { journey, program, merchant }
}
