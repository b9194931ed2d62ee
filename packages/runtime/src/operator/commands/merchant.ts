import { byCommandLine, createMerchant, selectMerchants, tablesOf, updateMerchant } from '@touchstone/kyc'
import { mayAgentsWatch } from '@touchstone/kyt'
import { changeAgents } from '../../changes/change-agents.ts'
import { checkMerchant } from '../../changes/check-merchant.ts'
import type { Command } from '../command.ts'

export type CreatedMerchantView = { mchNo: string; name: string; plan: string; keyId: string; apiKey: string }

export const merchantCreate: Command<
  { name: string; plan?: string; callsPerSecond?: number; support?: string },
  CreatedMerchantView
> = async (runtime, input) => {
  const { merchant, keyId, apiKey } = await createMerchant(runtime.kyc, input, byCommandLine)
  return { mchNo: merchant.mchNo, name: merchant.name, plan: merchant.plan, keyId, apiKey }
}

export type MerchantView = {
  mchNo: string
  name: string
  plan: string
  callsPerSecond: number | null
  support: string | null
  liveKeys: number
  programs: number
  demo: boolean
  reviewsDelegated: boolean
  reviewsByTwo: boolean
  createdAt: string
}

export const merchantList: Command<Record<string, never>, MerchantView[]> = async (runtime) => {
  const merchants = await selectMerchants(tablesOf(runtime.kyc), new Date(runtime.clock.now()))
  return merchants.map(({ id: _, createdAt, ...merchant }) => ({
    ...merchant,
    createdAt: createdAt.toISOString(),
  }))
}

export const merchantUpdate: Command<
  { mchNo: string; name?: string; plan?: string; callsPerSecond?: number | null; support?: string | null },
  { mchNo: string; name: string; plan: string; callsPerSecond: number | null; support: string | null }
> = async (runtime, input) => {
  const merchant = await updateMerchant(runtime.kyc, input, byCommandLine)
  const { mchNo, name, plan, callsPerSecond, support } = merchant
  return { mchNo, name, plan, callsPerSecond, support }
}

/** Sets whether a merchant's agents may add watches. Without `mayWatch`, only returns the setting. */
export const merchantAgents: Command<
  { mchNo: string; mayWatch?: boolean },
  { mchNo: string; mayWatch: boolean }
> = async (runtime, { mchNo, mayWatch }) => {
  if (mayWatch === undefined) await checkMerchant(runtime, mchNo)
  else await changeAgents(runtime, { mchNo, mayWatch }, byCommandLine)
  return { mchNo, mayWatch: await mayAgentsWatch(runtime.kyt, mchNo) }
}
