import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type LedgerContext } from '../context.ts'
import { applyRetraction } from './apply-retraction.ts'
import { claimImport } from './claim-import.ts'
import { updateImport } from './import-journal-store.ts'
import { recoverImports } from './recover-imports.ts'

/** Removes all of a network's transactions from a given block onwards, after a chain reorganization. */
export async function retractBlocks(
  context: LedgerContext,
  { network, fromBlock }: { network: Network; fromBlock: number },
): Promise<void> {
  await recoverImports(context)
  const { claimed, release } = await claimImport(context, {
    kind: 'retraction',
    name: `${network} from block ${fromBlock}`,
    fingerprint: '',
  })
  try {
    const plan = { network: networks[network].id, fromBlock }
    await updateImport(journalOf(context), claimed.id, { state: 'applying', plan })
    await applyRetraction(context, claimed.id, plan)
  } finally {
    await release()
  }
}
