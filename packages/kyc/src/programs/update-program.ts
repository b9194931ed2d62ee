import { type KycContext, tablesOf } from '../context.ts'
import { bumpAccessVersion } from '../credentials/access-store.ts'
import { InputError } from '../input-error.ts'
import { checkedColourFree } from './create-program.ts'
import { type Program, selectProgramByNo, updateProgramRow } from './program-store.ts'

/**
 * Changes what is given and leaves the rest: what says whether and how people are verified, not what they have to show for
 * it, so that results that are there stay right. A program that is off starts no new journeys; its results stay readable.
 */
export async function updateProgram(
  context: KycContext,
  input: { programNo: string; active?: boolean; colourFree?: boolean },
): Promise<Program> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const program = await selectProgramByNo(db, input.programNo)
      if (!program) throw new InputError('program', 'is not known')
      const { active = program.active } = input
      const colourFree = checkedColourFree(program.kind, input.colourFree ?? program.colourFree)
      await updateProgramRow(db, program.id, { active, colourFree })
      await bumpAccessVersion(db)
      return { ...program, active, colourFree }
    })
}
