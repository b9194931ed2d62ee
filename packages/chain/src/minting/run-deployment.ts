import type { Address, Hex } from 'viem'
import type { DeployedContract, Deployment, DeploymentStep } from '../contracts/deployment.ts'
import { describeDeployment } from '../contracts/describe-deployment.ts'
import type { TransactionQueue } from '../journal/transaction-queue.ts'
import { jobFailure } from './job-failure.ts'

/**
 * Deploys the contracts of a plan through the journal. Resumes an interrupted deployment and never deploys a
 * contract twice. `name` distinguishes several deployments on the same chain. Requires that a process is
 * running the queue.
 */
export async function runDeployment(options: {
  queue: TransactionQueue
  steps: readonly DeploymentStep[]
  name: string
  /** Existing contracts to reuse, keyed by step name. */
  kept?: Readonly<Record<string, DeployedContract>>
  /** Called before each step with its name and the number of completed steps. */
  onStep?: (name: string, done: number) => void
  signal?: AbortSignal
}): Promise<Deployment> {
  const { queue, steps, name, kept = {}, signal } = options
  const placed: Record<string, { address: Address; transactionHash: Hex; blockNumber: number }> = {}
  for (const [done, step] of steps.entries()) {
    options.onStep?.(step.name, done)
    const there = kept[step.name]
    if (there) {
      placed[step.name] = there
      continue
    }
    const addresses = Object.fromEntries(Object.entries(placed).map(([key, { address }]) => [key, address]))
    const key = `deploy:${name}:${step.name}`
    await queue.request({ key, kind: 'deploy', to: null, data: step.data(addresses) })
    const job = await queue.waitFor(key, signal ? { signal } : {})
    const address = job.receipt?.contractAddress
    if (job.status === 'failed' || !address || !job.receipt) throw jobFailure(job)
    placed[step.name] = {
      address,
      transactionHash: job.receipt.hash,
      blockNumber: job.receipt.blockNumber,
    }
  }
  return describeDeployment(queue.chainId, steps, placed)
}
