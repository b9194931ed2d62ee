import { withStoreLock } from '@touchstone/storage'
import { journalOf, type KytContext } from '../context.ts'
import { selectLabelSources } from '../imports/label-source-store.ts'
import { refuseRejects } from '../imports/rejects.ts'
import { builtinSanctionsSource } from './builtin/source.ts'
import { importLabels } from './import-labels.ts'

/**
 * Imports the built-in list of sanctioned addresses, unless a list with that name has already been imported.
 */
export async function ensureBuiltinLabels(context: KytContext): Promise<void> {
  const { name, version } = builtinSanctionsSource
  await withStoreLock(context.database, 'kyt-builtin-labels', async () => {
    const known = (await selectLabelSources(journalOf(context))).find((source) => source.name === name)
    if (known !== undefined && known.version >= version) return
    await importLabels(context, { sources: [builtinSanctionsSource], rejects: refuseRejects })
  })
}
