import type { Clock } from '@touchstone/common'
import type { PublicClient } from 'viem'
import type { LoginChallenge } from './login-challenge.ts'
import type { LoginRefusal } from './login-result.ts'

/**
 * How a family checks an answer: nothing when a key's signature holds, `contract` when a contract of the chain says that it
 * does, else the reason why not. The times are checked already.
 */
export type LoginCheck = (input: {
  readonly challenge: LoginChallenge
  readonly answer: Readonly<Record<string, unknown>>
  readonly clock: Clock
  readonly client?: PublicClient | undefined
}) => Promise<LoginRefusal | 'contract' | undefined> | LoginRefusal | undefined
