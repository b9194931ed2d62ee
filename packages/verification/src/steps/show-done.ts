import { type FrameStep, findChain } from '@touchstone/contract'
import { getKycResult, tokensOfPerson } from '@touchstone/kyc'
import type { VerificationContext } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { proofOf } from '../people/proof-of.ts'
import type { Session } from '../sessions/session.ts'
import { agreedAccount, spelledAs } from '../sessions/session-account.ts'

/**
 * Returns the last screen, with the message that the page sends to the hosting page. The tokens are data
 * about the person and are not part of that message, so an unproven device does not show them.
 */
export async function showDone(
  context: VerificationContext,
  { program, journey }: JourneyState,
  session: Session,
): Promise<FrameStep> {
  const account = spelledAs(agreedAccount(context, session))
  const isProven = (await proofOf(context, journey, session)) !== 'none'
  const tokens = isProven ? await tokensOfPerson(context.kyc, journey.personId) : []
  const finished = { verifiedAddress: account.toLowerCase(), programNo: program.programNo }
  const { chainId } = session
  const result =
    program.kind === 'KYC' ? await getKycResult(context.kyc, { program, account, chainId }) : undefined
  return {
    name: 'done',
    finished: {
      ...finished,
      ...(result && {
        kycResults: { kycStatus: result.kycStatus, verifierValues: result.verifierValues },
      }),
    },
    tokens: tokens
      .filter((token) => token.journeyId === journey.id)
      .map((token) => ({
        chainId: token.chainId,
        network: findChain(token.chainId)?.name ?? token.chainId,
        tokenId: token.tokenId,
      })),
    completedAt: journey.completedAt?.getTime() ?? 0,
  }
}
