import { type Network, networks } from '../coins/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import { finishImport } from './finish-import.ts'
import { insertBatches, insertImport, updateImport } from './import-journal-store.ts'
import { recoverImports } from './recover-imports.ts'

/** Takes everything of a network from a block on out of the ledger: the chain went another way. */
export async function takeBackBlocks(
  context: KytContext,
  options: { network: Network; fromBlock: number },
): Promise<void> {
  await recoverImports(context)
  const network = networks[options.network].id
  const importId = await journalOf(context)
    .transaction()
    .execute(async (db) => {
      const begun = await insertImport(db, {
        kind: 'retraction',
        name: `${options.network} from block ${options.fromBlock}`,
        fingerprint: '',
        startedAt: new Date(context.clock.now()),
      })
      await insertBatches(db, [
        {
          importId: begun.id,
          kind: 'retraction',
          state: 'staged',
          firstRow: 0,
          lastRow: 0,
          plan: { network, fromBlock: options.fromBlock },
        },
      ])
      await updateImport(db, begun.id, { state: 'applying' })
      return begun.id
    })
  await finishImport(context, importId)
}
