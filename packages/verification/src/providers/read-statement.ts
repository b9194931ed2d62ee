import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { claimStatementRequest, selectProvider } from './provider-store.ts'

export type Statement = { provider: string; income: number; netWorth: number }

const algorithms = ['EdDSA', 'ES256', 'ES384', 'RS256', 'PS256']

/**
 * Reads a provider's statement (JWS). The statement must come from the requested provider, answer this
 * request, be signed with one of the provider's published keys, and be unexpired. Amounts are whole US
 * dollars.
 */
export async function readStatement(
  context: VerificationContext,
  journeyId: number,
  statement: string,
): Promise<Statement | { refused: string }> {
  const db = journeyTablesOf(context)
  const now = new Date(context.clock.now())
  let nonce: unknown
  try {
    nonce = decodeJwt(statement).nonce
  } catch {
    return { refused: 'statement.malformed' }
  }
  if (typeof nonce !== 'string') return { refused: 'statement.malformed' }
  const providerId = await claimStatementRequest(db, { id: nonce, journeyId, at: now })
  const provider = providerId === undefined ? undefined : await selectProvider(db, providerId)
  if (!provider) return { refused: 'statement.other-request' }
  try {
    const keys = createRemoteJWKSet(new URL(provider.jwksUrl), { timeoutDuration: 5000 })
    const { payload } = await jwtVerify(statement, keys, {
      issuer: provider.issuer,
      audience: statementAudience,
      algorithms,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'nonce'],
    })
    const { facts } = payload
    const amount = (value: unknown) =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
    if (!isObject(facts) || facts.currency !== 'USD') return { refused: 'statement.malformed' }
    return { provider: provider.id, income: amount(facts.annualIncome), netWorth: amount(facts.netWorth) }
  } catch (error) {
    const { code, name } = error as { code?: string; name: string }
    context.logger.warn({ provider: provider.id, reason: code ?? name }, 'statement rejected')
    if (code === 'ERR_JWT_EXPIRED') return { refused: 'statement.expired' }
    if (code?.startsWith('ERR_JW')) return { refused: 'statement.not-genuine' }
    return { refused: 'statement.provider-unreachable' }
  }
}

/** The audience (`aud`) that a provider's statements must name. */
export const statementAudience = 'touchstone'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
