import { journalOf, type KytContext } from '../context.ts'
import { finishLabels } from '../labels/finish-labels.ts'
import { finishImport } from './finish-import.ts'
import { selectImportsIn } from './import-journal-store.ts'
import { workedAt } from './worked-at.ts'

/**
 * After a crash, or when the engine did not answer for a while: what was decided is carried out, with nobody having to
 * ask again, and before anything else is decided. Left for later, transfers would bring back blocks that were taken back
 * since, and labels would miss the edges of transfers that came meanwhile: so labels come first.
 */
export async function recoverImports(context: KytContext): Promise<void> {
  const open = await selectImportsIn(journalOf(context), 'applying')
  const left = open.filter(({ id }) => !workedAt(context).has(id))
  for (const { id, kind } of left) if (kind === 'labels') await finishLabels(context, id)
  for (const { id, kind } of left) if (kind !== 'labels') await finishImport(context, id)
}
