import type { MintOrder } from '@touchstone/chain'
import { findChain } from '@touchstone/contract'
import { accountInputOf, accountOfJourney } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import { InvalidStateError } from '../journey/invalid-state-error.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { personOnChain, programOnChain } from '../program-on-chain.ts'
import { heldCredentials } from './held-credential.ts'

/**
 * Returns the token and the grant that a journey requests from the chains for its account. Repeated calls
 * return the same values.
 */
export async function mintOrder(context: VerificationContext, state: JourneyState): Promise<MintOrder> {
  const { journey, program, merchant } = state
  const { kind, cooperator } = programOnChain(merchant.mchNo, program)
  const held = await heldCredentials(context, journey.personId, merchant.id)
  const credential = held.findLast((each) => each.kind === kind)?.credential
  if (!credential) throw new InvalidStateError('credential.none-held', 'a token requires a credential')
  const account = await accountOfJourney(context.kyc, journey)
  const isEvm = account?.kind === 'wallet' && findChain(account.chainId)?.family === 'evm'
  const ssiWallet = journey.ssiWallet as `0x${string}`
  return {
    person: personOnChain(context.vault, journey.svcId),
    kind,
    validUntil: endOfDay(credential.validUntil),
    ssiWallet,
    wallet: isEvm ? (accountInputOf(context, account).value as `0x${string}`) : ssiWallet,
    cooperator,
  }
}

/** Returns the last second of the day, in seconds since the Unix epoch. */
function endOfDay(day: number): number {
  const text = String(day)
  const start = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6, 8)))
  return start / 1000 + 86_399
}
