import { type ChangedBy, recordChange } from '@touchstone/kyc'
import { setAgentsWatch } from '@touchstone/kyt'
import type { Runtime } from '../open-runtime.ts'
import { checkMerchant } from './check-merchant.ts'

/** Sets whether a merchant's agents may add watches, for the command line and the dashboard. */
export async function changeAgents(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, mayWatch }: { mchNo: string; mayWatch: boolean },
  by: ChangedBy,
): Promise<void> {
  await checkMerchant(runtime, mchNo)
  await setAgentsWatch(runtime.kyt, { merchant: mchNo, mayWatch })
  await recordChange(
    runtime.kyc,
    { mchNo, action: 'agents.changed', target: mchNo, detail: { mayWatch } },
    by,
  )
}
