import { type KycContext, tablesOf } from '../context.ts'
import { bumpAccessVersion } from '../credentials/access-store.ts'
import { InputError } from '../input-error.ts'
import { checkedColourFree } from './create-program.ts'
import { type Program, selectProgramByNo, updateColourFree } from './program-store.ts'

/** Changes what says how people are verified, not what they have to show for it: results that are there stay right. */
export async function updateProgram(
  context: KycContext,
  input: { programNo: string; colourFree: boolean },
): Promise<Program> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const program = await selectProgramByNo(db, input.programNo)
      if (!program) throw new InputError('program', 'is not known')
      const colourFree = checkedColourFree(program.kind, input.colourFree)
      await updateColourFree(db, program.id, colourFree)
      await bumpAccessVersion(db)
      return { ...program, colourFree }
    })
}
