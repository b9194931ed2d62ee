import { createHash } from 'node:crypto'
import {
  type AccountInput,
  agreeAccount,
  grantAccount,
  moveJourney,
  type Program,
  startJourney,
  statusesOf,
} from '@touchstone/kyc'
import type { KycWorld } from './kyc-world.ts'

export const evidenceHash = createHash('sha256').update('test evidence').digest()

/** Advances a journey to a status. Each step advances the clock by one minute. */
export async function walkTo(
  world: KycWorld,
  program: Program,
  input: { login: string; accounts?: AccountInput[]; to: string; failedChecks?: string[] },
): Promise<{ journeyId: number; svcId: string }> {
  const statuses = statusesOf(program)
  const [first, ...further] = input.accounts ?? []
  const started = await startJourney(world, {
    programNo: program.programNo,
    login: input.login,
    ssiWallet: `0x${'5'.repeat(40)}`,
    ...(first && { agreement: { account: first } }),
    actor: 'test',
  })
  const { journeyId } = started
  for (const account of further) await agreeAccount(world, { journeyId, account, actor: 'test' })
  for (const to of statuses.steps.slice(1, statuses.steps.indexOf(input.to) + 1)) {
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
      journeyId,
      to,
      ...(first && { share: { account: first } }),
      actor: 'test',
      decisions,
      ...(to.endsWith(' Minted') && !program.test ? { token } : {}),
    })
  }
  if (input.to === statuses.passed)
    for (const account of further) await grantAccount(world, { journeyId, account, actor: 'test' })
  return started
}
