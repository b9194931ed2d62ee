import type { RiskPolicy } from '@touchstone/contract'
import { byCommandLine } from '@touchstone/kyc'
import { basePolicyOf, policyOfMerchant } from '@touchstone/kyt'
import { changePolicy, removePolicy } from '../../changes/change-policy.ts'
import { checkMerchant } from '../../changes/check-merchant.ts'
import type { Command } from '../command.ts'

/** Returns a merchant's complete policy. Without a merchant, returns the default policy. */
export const policyShow: Command<{ mchNo?: string }, { policy: RiskPolicy }> = async (runtime, { mchNo }) => {
  if (mchNo === undefined) return { policy: basePolicyOf(runtime.kyt) }
  await checkMerchant(runtime, mchNo)
  return { policy: await policyOfMerchant(runtime.kyt, mchNo) }
}

export const policySet: Command<
  { mchNo: string; policy: unknown },
  { mchNo: string; policy: RiskPolicy }
> = async (runtime, input) => ({
  mchNo: input.mchNo,
  policy: await changePolicy(runtime, input, byCommandLine),
})

export const policyRemove: Command<{ mchNo: string }, { mchNo: string; removed: boolean }> = async (
  runtime,
  { mchNo },
) => ({ mchNo, removed: await removePolicy(runtime, { mchNo }, byCommandLine) })
