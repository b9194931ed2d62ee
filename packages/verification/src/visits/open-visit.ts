import { UserError } from '@touchstone/common'
import type { VerificationContext } from '../context.ts'
import { lacksOf } from '../pipeline/lacks-of.ts'
import { openSession } from '../sessions/open-session.ts'

/**
 * Opens a session, unless the installation lacks something that the program needs. The person then learns this
 * before anything is requested, and the access token stays valid.
 */
export async function openVisit(
  context: VerificationContext,
  input: Parameters<typeof openSession>[1],
): ReturnType<typeof openSession> {
  return await openSession(context, input, async (program, chainId) => {
    const lacks = await lacksOf(context, program, chainId)
    if (lacks.length === 0) return
    const { programNo } = program
    context.logger.error(
      { program: programNo, lacks: lacks.map(({ requirement }) => requirement) },
      'a program is not offered, because the installation lacks what it needs',
    )
    throw new UserError({
      code: 'program.unavailable',
      message: 'This verification is not available right now.',
      remedy: 'Contact the site that you came from, or come back later.',
    })
  })
}
