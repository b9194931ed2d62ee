import { randomBytes } from 'node:crypto'
import { UserError } from '@touchstone/common'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { insertStatementRequest, selectProvider } from '../providers/provider-store.ts'
import type { Session } from '../sessions/session.ts'
import { stateOfTurn } from './take-step.ts'

const lifetimeMs = 30 * 60_000

/**
 * Returns the URL at which the person requests a statement from the provider. Each request accepts one
 * statement.
 */
export async function beginStatement(
  context: VerificationContext,
  session: Session,
  { providerId }: { providerId: string },
): Promise<{ url: string }> {
  const { journey } = await stateOfTurn(context, session, 'investor')
  const db = journeyTablesOf(context)
  const provider = await selectProvider(db, providerId)
  if (!provider)
    throw new UserError({
      code: 'provider.unknown',
      message: 'This statement provider is not registered.',
      remedy: 'Choose a provider from the list.',
    })
  const id = randomBytes(16).toString('hex')
  const now = context.clock.now()
  await insertStatementRequest(db, {
    id,
    journeyId: journey.id,
    providerId,
    at: new Date(now),
    expiresAt: new Date(now + lifetimeMs),
  })
  const url = new URL(provider.startUrl)
  url.searchParams.set('request', id)
  url.searchParams.set('return', `${context.publicUrl()}/provider-return`)
  return { url: url.href }
}
