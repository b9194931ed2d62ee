import { createHash } from 'node:crypto'
import { type AccountInput, lineOf, moveJourney, type Program, startJourney } from '@touchstone/kyc'
import type { KycWorld } from './kyc-world.ts'

export const evidenceHash = createHash('sha256').update('evidence of a test').digest()

/** Moves a journey forward until it stands at a status, a minute a step. */
export async function walkTo(
  world: KycWorld,
  program: Program,
  input: { login: string; accounts?: AccountInput[]; to: string; failedChecks?: string[] },
): Promise<{ journeyId: number; svcId: string }> {
  const line = lineOf(program)
  const started = await startJourney(world, {
    programNo: program.programNo,
    login: input.login,
    ssiWallet: `0x${'5'.repeat(40)}`,
    accounts: input.accounts ?? [],
    actor: 'test',
  })
  for (const to of line.steps.slice(1, line.steps.indexOf(input.to) + 1)) {
    world.clock.advance(60_000)
    const decisions =
      to === 'ZKP Generated'
        ? program.checks.map((check) => ({
            check,
            passed: !input.failedChecks?.includes(check),
            checker: 'test@1',
            evidenceHash,
          }))
        : []
    const token = { chainId: to === 'OnChain Minted' ? program.chainId : '137', tokenId: '7' }
    await moveJourney(world, {
      journeyId: started.journeyId,
      to,
      actor: 'test',
      decisions,
      ...(to.endsWith(' Minted') ? { token } : {}),
    })
  }
  return started
}
