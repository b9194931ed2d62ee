import type { VerificationContext } from '../context.ts'
import type { ProgramShape } from '../journey/step.ts'
import type { Lack } from '../ports.ts'
import { stepsOf } from './pipeline.ts'

/**
 * Returns what the installation lacks for a program whose results are stored on the given chain. A program that
 * lacks something is not offered, because people would provide their data without a result.
 */
export async function lacksOf(
  { installation }: Pick<VerificationContext, 'installation'>,
  program: ProgramShape,
  chainId: string,
): Promise<Lack[]> {
  const lacks: Lack[] = []
  for (const { requires } of stepsOf(program)) {
    const lack = requires && (await installation.lack(requires, chainId))
    if (lack) lacks.push(lack)
  }
  return lacks
}
