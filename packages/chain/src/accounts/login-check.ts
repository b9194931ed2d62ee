import type { Clock } from '@touchstone/common'
import type { PublicClient } from 'viem'
import type { LoginChallenge } from './login-challenge.ts'
import type { LoginRefusal } from './login-result.ts'

/**
 * Checks an answer for one chain family, after the challenge's validity period has been checked. Returns
 * undefined for a valid key signature, `contract` if a contract confirms the signature, or the reason for the
 * refusal.
 */
export type LoginCheck = (input: {
  readonly challenge: LoginChallenge
  readonly answer: Readonly<Record<string, unknown>>
  readonly clock: Clock
  readonly client?: PublicClient | undefined
}) => Promise<LoginRefusal | 'contract' | undefined> | LoginRefusal | undefined
