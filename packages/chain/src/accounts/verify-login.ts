import type { Clock } from '@touchstone/common'
import type { PublicClient } from 'viem'
import type { AccountFamily } from './account.ts'
import { answerFields } from './answer-fields.ts'
import { checkAptosLogin } from './families/check-aptos-login.ts'
import { checkCosmosLogin } from './families/check-cosmos-login.ts'
import { checkEvmLogin } from './families/check-evm-login.ts'
import { checkSolanaLogin } from './families/check-solana-login.ts'
import { checkTonLogin } from './families/check-ton-login.ts'
import type { LoginChallenge } from './login-challenge.ts'
import type { AptosKeySource, LoginCheck } from './login-check.ts'
import type { LoginResult } from './login-result.ts'
import { parseAccount } from './parse-account.ts'

const checks: Readonly<Record<AccountFamily, LoginCheck>> = {
  evm: checkEvmLogin,
  aptos: checkAptosLogin,
  cosmos: checkCosmosLogin,
  solana: checkSolanaLogin,
  ton: checkTonLogin,
}

/** The tolerated difference between the clocks of the service's own machines. */
const betweenServersMs = 30_000

/**
 * Verifies a wallet's answer (a `LoginAnswer`, or any other value) to this stored challenge. Rebuilds the
 * message from the challenge and ignores the message in the answer. The caller must make sure that each
 * challenge is used only once.
 */
export async function verifyLogin(input: {
  readonly challenge: LoginChallenge
  readonly answer: unknown
  readonly clock: Clock
  /** A node for the challenge's chain. Required for contract wallets on EVM chains. */
  readonly client?: PublicClient | undefined
  /** Required for Aptos accounts. */
  readonly aptosKey?: AptosKeySource | undefined
}): Promise<LoginResult> {
  const { challenge, clock, client, aptosKey } = input
  const account = parseAccount(challenge)
  const answer = answerFields.record(input.answer)
  if (clock.now() >= challenge.expiresAt) return { ok: false, reason: 'expired' }
  if (clock.now() < challenge.issuedAt - betweenServersMs) return { ok: false, reason: 'not-yet-valid' }
  if (answer.family !== account.family) return { ok: false, reason: familyProblem(answer.family) }
  const found = await checks[account.family]({ challenge, answer, clock, client, aptosKey })
  if (found === undefined) return { ok: true, account, by: 'key' }
  return found === 'contract' ? { ok: true, account, by: 'contract' } : { ok: false, reason: found }
}

function familyProblem(family: unknown): 'other-family' | 'malformed-answer' {
  return typeof family === 'string' && Object.hasOwn(checks, family) ? 'other-family' : 'malformed-answer'
}
