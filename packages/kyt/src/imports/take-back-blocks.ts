import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type LedgerContext } from '../context.ts'
import { claimImport } from './claim-import.ts'
import { updateImport } from './import-journal-store.ts'
import { recoverImports } from './recover-imports.ts'
import { retractBlocks } from './retract-blocks.ts'

/**
 * Removes all transactions of a network from a block onwards from the ledger, after a reorganization of the
 * chain.
 */
export async function takeBackBlocks(
  context: LedgerContext,
  { network, fromBlock }: { network: Network; fromBlock: number },
): Promise<void> {
  await recoverImports(context)
  const { begun, release } = await claimImport(context, {
    kind: 'retraction',
    name: `${network} from block ${fromBlock}`,
    fingerprint: '',
  })
  try {
    const plan = { network: networks[network].id, fromBlock }
    await updateImport(journalOf(context), begun.id, { state: 'applying', plan })
    await retractBlocks(context, begun.id, plan)
  } finally {
    await release()
  }
}
