import type { WatchRemoval } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { resolveAccount } from '../lookup/resolve-account.ts'
import type { WatchContext } from '../webhooks/watch-context.ts'
import { deleteWatch } from './watch-store.ts'

/** Alerts that it already gave rise to are still delivered. */
export async function removeWatch(
  context: WatchContext,
  asked: { merchant: string; coin: string; address: string },
): Promise<WatchRemoval> {
  const { key, address } = resolveAccount(asked)
  const watch = { merchant: asked.merchant, network: key.network, address: address.text }
  return { removed: await deleteWatch(journalOf(context), watch) }
}
