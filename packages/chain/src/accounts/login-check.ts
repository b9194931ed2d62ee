import type { Clock } from '@touchstone/common'
import type { PublicClient } from 'viem'
import type { LoginChallenge } from './login-challenge.ts'
import type { LoginRefusal } from './login-result.ts'

/**
 * Returns the authentication key of an Aptos account, or undefined if no node is configured for the network.
 * Throws if no node responds.
 */
export type AptosKeySource = (chainId: string, address: string) => Promise<string | undefined>

/**
 * Checks an answer for one chain family, after the challenge's validity period has been checked. Returns
 * undefined for a valid key signature, `contract` if the state of the challenge's chain confirms the signature,
 * or the reason for the refusal.
 */
export type LoginCheck = (input: {
  readonly challenge: LoginChallenge
  readonly answer: Readonly<Record<string, unknown>>
  readonly clock: Clock
  readonly client?: PublicClient | undefined
  readonly aptosKey?: AptosKeySource | undefined
}) => Promise<LoginRefusal | 'contract' | undefined> | LoginRefusal | undefined
