import { randomBytes, randomUUID } from 'node:crypto'
import {
  createLogin,
  type LoginChallenge,
  type LoginRefusal,
  type LoginRequest,
  verifyLogin,
} from '@touchstone/chain/accounts'
import type { UserError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { walletChallengeColumn } from '../sealed-columns.ts'
import { loadProgram } from '../sessions/load-program.ts'
import type { Session } from '../sessions/session.ts'
import { loginError } from './login-errors.ts'
import { loginLimits } from './login-limits.ts'
import { type ChallengePurpose, insertChallenge, takeChallenge } from './wallet-challenge-store.ts'

/**
 * Creates the message for the wallet to sign. The message contains the domain of the hosting page, whose
 * origin the program allows, and a statement that names the merchant and the program.
 */
export async function askWallet(
  context: VerificationContext,
  session: Session,
  { address, purpose }: { address: string; purpose: ChallengePurpose },
): Promise<{ id: string; request: LoginRequest }> {
  const { clock, vault } = context
  const { merchant, program } = await loadProgram(context, session)
  const now = clock.now()
  const { challenge, request } = createLogin({
    chainId: session.chainId,
    address,
    domain: new URL(session.origin).host,
    uri: session.origin,
    statement: statementOf(merchant, program),
    nonce: randomBytes(16).toString('hex'),
    issuedAt: now,
    expiresAt: now + loginLimits.walletMs,
  })
  const id = randomUUID()
  const sealed = vault.seal(JSON.stringify(challenge), walletChallengeColumn.at(id))
  await insertChallenge(journeyTablesOf(context), {
    id,
    sessionId: session.id,
    purpose,
    sealed,
    at: new Date(now),
  })
  return { id, request }
}

/** The signer, and whether the signature is proven by the key alone or by the state of the chain. */
export type SignedBy = { address: string; by: 'key' | 'contract'; chainId: string }

export async function takeAnswer(
  context: VerificationContext,
  session: Session,
  input: { id: string; answer: unknown; purpose: ChallengePurpose },
): Promise<SignedBy> {
  const { clock, vault } = context
  const requested = { id: input.id, sessionId: session.id, purpose: input.purpose, at: new Date(clock.now()) }
  const sealed = await takeChallenge(journeyTablesOf(context), requested)
  if (!sealed) throw loginError('signature-expired')
  const challenge = JSON.parse(vault.open(sealed, walletChallengeColumn.at(input.id))) as LoginChallenge
  const { aptosKey } = context.chains
  const client = await context.chains.client?.(challenge.chainId)
  const result = await verifyLogin({ challenge, answer: input.answer, clock, client, aptosKey })
  if (!result.ok) throw refusal(result.reason)
  return { address: result.account.address, by: result.by, chainId: challenge.chainId }
}

function refusal(reason: LoginRefusal): UserError {
  if (reason === 'expired') return loginError('signature-expired')
  if (reason === 'unsupported-wallet') return loginError('wallet-unsupported')
  if (reason === 'unchecked-account') return loginError('wallet-unchecked')
  return loginError(reason === 'node-unavailable' ? 'node-unavailable' : 'signature-wrong')
}

/**
 * Returns the statement to sign. A name that is not ASCII is replaced by the number of the merchant or
 * program, because wallets display only ASCII.
 */
function statementOf(
  merchant: { name: string; mchNo: string },
  program: { name: string; programNo: string },
): string {
  const nameOrNumber = (name: string, number: string) =>
    /^[\x20-\x7e]{1,80}$/.test(name) ? `${name} (${number})` : number
  const recipient = nameOrNumber(merchant.name, merchant.mchNo)
  return `I confirm to ${recipient} that I own this wallet, for the program ${nameOrNumber(program.name, program.programNo)}.`
}
