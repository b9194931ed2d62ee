import { randomBytes } from 'node:crypto'
import { loginOfPerson, selectMerchantById, tablesOf } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import type { NoticeKind } from '../ports.ts'
import type { Session } from '../sessions/session.ts'
import { claimNotice, insertNotice, selectUnsent } from './notice-store.ts'
import { setObjectionHash } from './person-request-store.ts'

/** The name of the job that sends notices. */
export const noticeJob = 'send-notices'

/** Records a notice to the person, in the transaction that performs the action. */
export async function noteFor(
  { clock }: Pick<VerificationContext, 'clock'>,
  db: VerificationDb,
  about: {
    personId: number
    kind: NoticeKind
    session: Pick<Session, 'merchantId' | 'locale'>
    requestId?: number
  },
): Promise<void> {
  const { personId, kind, session, requestId } = about
  const { merchantId, locale } = session
  const at = new Date(clock.now())
  await insertNotice(db, {
    personId,
    merchantId,
    kind,
    locale,
    at,
    ...(requestId !== undefined && { requestId }),
  })
}

/** Requests the job that sends the stored notices. */
export async function sendSoon(context: VerificationContext): Promise<void> {
  await context.jobs.send(noticeJob, {})
}

const batch = 100

/**
 * Sends the stored notices to the logins that are e-mail addresses. Each mail is sent at most once. People who
 * log in with a wallet see the notices on the page.
 */
export async function sendNotices(context: VerificationContext): Promise<void> {
  const db = journeyTablesOf(context)
  const now = new Date(context.clock.now())
  for (const notice of await selectUnsent(db, batch)) {
    if (!(await claimNotice(db, notice.id, now))) continue
    const login = await loginOfPerson(context.kyc, notice.personId)
    const merchant = await selectMerchantById(tablesOf(context.kyc), notice.merchantId)
    if (!login.includes('@') || !merchant) continue
    const { kind, locale, at, requestId } = notice
    const objectionUrl = requestId === null ? undefined : await objectionLink(context, requestId)
    try {
      await context.mailer.sendNotice({
        ...{ to: login, kind, locale, merchant: merchant.name, at: at.getTime() },
        ...(objectionUrl !== undefined && { objectionUrl }),
      })
    } catch (error) {
      context.logger.error({ notice: notice.id, kind, reason: (error as Error).name }, 'notice not sent')
    }
  }
}

/** Returns the link with the secret in the URL fragment, which browsers do not send to servers. */
async function objectionLink(context: VerificationContext, requestId: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await setObjectionHash(journeyTablesOf(context), requestId, objectionHash(context, secret))
  return `${context.publicUrl()}/objection#${secret}`
}

export function objectionHash({ vault }: Pick<VerificationContext, 'vault'>, secret: string): Buffer {
  return vault.fingerprint('objection', secret)
}
