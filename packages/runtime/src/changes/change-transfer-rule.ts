import { type ChangedBy, InputError, recordChange } from '@touchstone/kyc'
import { needTwoDecide, setTwoDecide } from '@touchstone/kyt'
import type { Runtime } from '../open-runtime.ts'
import { checkMerchant } from './check-merchant.ts'

/** Returns whether two members must agree on decisions on a merchant's transfers. */
export async function showTransferRule(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo }: { mchNo: string },
): Promise<{ byTwo: boolean }> {
  await checkMerchant(runtime, mchNo)
  return { byTwo: await needTwoDecide(runtime.kyt, mchNo) }
}

/**
 * Sets whether two members must agree on decisions on a merchant's transfers. Members can only switch it on:
 * otherwise, one of them could switch it off, decide alone, and switch it on again.
 */
export async function changeTransferRule(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, byTwo }: { mchNo: string; byTwo: boolean },
  by: ChangedBy,
): Promise<void> {
  const before = await showTransferRule(runtime, { mchNo })
  if (before.byTwo && !byTwo && by.actor === 'member')
    throw new InputError(
      'two people',
      'can be switched off only on the command line: npx touchstone transfer rule --two-people no',
    )
  await setTwoDecide(runtime.kyt, { merchant: mchNo, byTwo })
  const change = { mchNo, action: 'transfers.rule-changed', target: mchNo, detail: { byTwo } }
  await recordChange(runtime.kyc, change, by)
}
