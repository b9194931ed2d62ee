import { createHash } from 'node:crypto'
import {
  type Deployment,
  deploymentPlan,
  describeDeployment,
  type VerificationKey,
  writeDeployment,
} from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import type { Progress } from '../operator/command.ts'
import type { OpenChain } from './chain-desk.ts'

type Placed = Record<string, { address: `0x${string}`; transactionHash: `0x${string}`; blockNumber: number }>

/**
 * Sends the contracts through the journal, in order. Asked again after it was cut off, it goes on where it was; asked for
 * the same contracts again, it finds those that stand there.
 */
export async function deployContracts(
  chain: OpenChain,
  options: {
    folder: string
    admin?: `0x${string}`
    adminDelaySeconds?: number
    verificationKeys: Readonly<Record<string, VerificationKey>>
    issuers: readonly bigint[]
    progress: Progress
    signal?: AbortSignal
  },
): Promise<Deployment> {
  const { line } = chain
  const { adminDelaySeconds, verificationKeys, issuers } = options
  const steps = deploymentPlan({
    admin: options.admin ?? line.signerAddress,
    minter: line.signerAddress,
    operator: line.signerAddress,
    verificationKeys,
    issuers,
    ...(adminDelaySeconds !== undefined && { adminDelaySeconds }),
  })
  const placed: Placed = {}
  for (const [index, step] of steps.entries()) {
    options.progress({ label: `deploying ${step.name}`, done: index, total: steps.length })
    const data = step.data(
      Object.fromEntries(Object.entries(placed).map(([name, { address }]) => [name, address])),
    )
    const key = `deploy/${step.name}/${createHash('sha256').update(data).digest('hex')}`
    await line.request({ key, kind: 'deploy', to: null, data })
    const job = await line.waitFor(key, options.signal ? { signal: options.signal } : {})
    const { receipt } = job
    if (job.status !== 'final' || !receipt?.contractAddress) throw failed(step.name, job.reason?.text)
    placed[step.name] = {
      address: receipt.contractAddress,
      transactionHash: receipt.hash,
      blockNumber: receipt.blockNumber,
    }
  }
  options.progress({ label: 'deploying', done: steps.length, total: steps.length })
  const deployment = describeDeployment(chain.entry.chainId, steps, placed)
  writeDeployment(options.folder, deployment)
  return deployment
}

function failed(name: string, reason: string | undefined): OperatorError {
  return new OperatorError({
    code: 'chain.deploy-failed',
    message: `${name} could not be deployed${reason ? `: ${reason}` : ''}.`,
    remedy: 'Mend that and run "npx touchstone chain deploy" again: it goes on where it stopped.',
  })
}
