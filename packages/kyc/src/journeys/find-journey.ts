import { type KycContext, tablesOf } from '../context.ts'
import { selectProgramByNo } from '../programs/program-store.ts'
import { loginFingerprint } from './account.ts'
import { selectJourneyOf } from './journey-store.ts'
import { selectPersonByLogin } from './person-store.ts'

/** Where a person stands in a program, without moving anything; undefined when they never started. */
export async function findJourney(
  context: KycContext,
  input: { programNo: string; login: string },
): Promise<{ journeyId: number; svcId: string; status: string; seq: number } | undefined> {
  const db = tablesOf(context)
  const program = await selectProgramByNo(db, input.programNo)
  const person = await selectPersonByLogin(db, loginFingerprint(context.vault, input.login))
  const journey = program && person && (await selectJourneyOf(db, program.id, person.id))
  return journey && { journeyId: journey.id, svcId: journey.svcId, status: journey.status, seq: journey.seq }
}
