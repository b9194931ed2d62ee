import type { FrameView } from '@touchstone/contract'
import { type Journey, loadJourney } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { isFaceKnown } from '../people/is-face-known.ts'
import { selectNotices } from '../people/notice-store.ts'
import { selectPersonFile } from '../people/person-file-store.ts'
import { isKnownTo } from '../people/person-journeys-store.ts'
import { type Proof, proofOf } from '../people/proof-of.ts'
import { retention } from '../people/retention.ts'
import type { Session } from '../sessions/session.ts'

type AboutPerson = Pick<FrameView, 'holdsWallet' | 'shared' | 'yourData' | 'notices'>

/**
 * Returns the parts of the view that are about the person. A login alone does not identify a known person, so
 * without further proof, the page learns only whether there is a consent to withdraw.
 */
export async function aboutPerson(context: VerificationContext, session: Session): Promise<AboutPerson> {
  const { journeyId } = session
  const isOwn = journeyId !== null && session.role === 'own' && session.loginAt !== null
  const loaded = isOwn ? await loadJourney(context.kyc, journeyId) : undefined
  if (!loaded) return { holdsWallet: false, shared: false }
  const { journey, program } = loaded
  const proof = await proofOf(context, journey, session)
  return {
    holdsWallet: proof === 'key' || proof === 'face',
    shared: await isKnownTo(journeyTablesOf(context), journey.personId, program.merchantId),
    yourData: await shownData(context, journey, proof),
    ...(session.loginKind === 'wallet' && (await noticesOf(context, journey, session, proof))),
  }
}

async function shownData(
  context: VerificationContext,
  { svcId }: Journey,
  proof: Proof,
): Promise<NonNullable<AboutPerson['yourData']>> {
  if (proof !== 'none') return 'shown'
  return (await isFaceKnown(context, svcId).catch(() => false)) ? 'face' : 'hidden'
}

/**
 * Returns the latest notices to a person who logs in with a wallet and therefore receives no mail. The device
 * that held the credentials before a face match shows them too: otherwise the person would not learn of the
 * match.
 */
async function noticesOf(
  context: VerificationContext,
  { personId }: Journey,
  { ssiWallet }: Session,
  proof: Proof,
): Promise<Pick<FrameView, 'notices'>> {
  const db = journeyTablesOf(context)
  const walletBefore = proof === 'none' ? (await selectPersonFile(db, personId))?.walletBefore : undefined
  if (proof === 'none' && (ssiWallet === null || walletBefore !== ssiWallet)) return {}
  const since = new Date(context.clock.now() - retention.noticeDays * 86_400_000)
  const notices = await selectNotices(db, { personId, since, limit: 3 })
  if (notices.length === 0) return {}
  return { notices: notices.map(({ kind, at }) => ({ kind, at: at.getTime() })) }
}
