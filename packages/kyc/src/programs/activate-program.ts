import { type KycContext, tablesOf } from '../context.ts'
import { bumpAccessVersion } from '../credentials/access-store.ts'
import { InputError } from '../input-error.ts'
import { type Program, selectProgramByNo, updateActive } from './program-store.ts'

/** Turns a program on or off. A program that is off starts no new journeys; results stay readable. */
export async function activateProgram(
  context: KycContext,
  input: { programNo: string; active: boolean },
): Promise<Program> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const program = await selectProgramByNo(db, input.programNo)
      if (!program) throw new InputError('program', 'is not known')
      await updateActive(db, program.id, input.active)
      await bumpAccessVersion(db)
      return { ...program, active: input.active }
    })
}
