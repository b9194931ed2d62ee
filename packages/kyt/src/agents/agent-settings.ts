import { journalOf, type KytContext } from '../context.ts'
import { selectMayWatch, upsertMayWatch } from './agent-setting-store.ts'

/** Whether a merchant's agents may add watches. They may not until the merchant enables this. */
export async function mayAgentsWatch(
  context: Pick<KytContext, 'database'>,
  merchant: string,
): Promise<boolean> {
  return await selectMayWatch(journalOf(context), merchant)
}

/** Sets whether a merchant's agents may add watches. Takes effect with the next request. */
export async function setAgentsWatch(
  context: Pick<KytContext, 'database' | 'clock'>,
  { merchant, mayWatch }: { merchant: string; mayWatch: boolean },
): Promise<void> {
  await upsertMayWatch(journalOf(context), { merchant, mayWatch, at: new Date(context.clock.now()) })
}
