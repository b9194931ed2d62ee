import type { MintOrder } from '@touchstone/chain'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import type { JourneyState } from '../pipeline/journey-state.ts'
import { heldCredentials } from './held-credential.ts'
import { personOnChain } from './person-on-chain.ts'
import { programOnChain } from './program-on-chain.ts'
import { selectWalletOf } from './wallet-store.ts'

/** What is asked of the chains for a journey. It comes out the same however often it is made. */
export async function mintOrder(context: VerificationContext, state: JourneyState): Promise<MintOrder> {
  const { journey, program, merchant } = state
  const { kind, cooperator } = programOnChain(merchant.mchNo, program)
  const held = await heldCredentials(context, journey.personId)
  const credential = held.findLast((each) => each.kind === kind)?.credential
  if (!credential) throw new Error('a token was to be minted without a credential')
  const sealed = await selectWalletOf(journeyTablesOf(context), journey.personId, program.merchantId)
  const ssiWallet = journey.ssiWallet as `0x${string}`
  return {
    person: personOnChain(context.vault, journey.svcId),
    kind,
    validUntil: endOfDay(credential.validUntil),
    ssiWallet,
    wallet: sealed ? (context.vault.open(sealed) as `0x${string}`) : ssiWallet,
    cooperator,
  }
}

/** Seconds of the Unix epoch. */
function endOfDay(day: number): number {
  const text = String(day)
  const start = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6, 8)))
  return start / 1000 + 86_399
}
