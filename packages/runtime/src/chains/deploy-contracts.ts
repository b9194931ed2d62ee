import { createHash } from 'node:crypto'
import { type Deployment, deploymentPlan, placeContracts, writeDeployment } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import type { Runtime } from '../open-runtime.ts'
import type { Progress } from '../operator/command.ts'
import type { OpenChain } from './chain-desk.ts'
import { readVerificationKeys } from './read-verification-keys.ts'

export type DeployOptions = {
  /** Gives roles and names issuers; the signer itself unless told, which production refuses. */
  admin?: `0x${string}`
  adminDelaySeconds?: number
  progress: Progress
  signal?: AbortSignal
}

/**
 * Places the contracts and writes down where they stand. Asked again after it was cut off, it goes on where it was; asked
 * for the same contracts again, it finds those that are there.
 */
export async function deployContracts(
  { settings, issuer }: Pick<Runtime, 'settings' | 'issuer'>,
  { line, development }: OpenChain,
  { progress, signal, admin = line.signerAddress, adminDelaySeconds }: DeployOptions,
): Promise<Deployment> {
  const isSigner = admin.toLowerCase() === line.signerAddress.toLowerCase()
  if (settings.production && isSigner) throw adminIsSigner()
  const accepted = await issuer.acceptedKeys()
  // Made-up coins need no days to notice a thief.
  const delay = adminDelaySeconds ?? (development ? 0 : undefined)
  const steps = deploymentPlan({
    admin,
    minter: line.signerAddress,
    operator: line.signerAddress,
    verificationKeys: await readVerificationKeys(settings),
    issuers: accepted.map(({ issuerKey }) => BigInt(issuerKey)),
    ...(delay !== undefined && { adminDelaySeconds: delay }),
  })
  const deployment = await placeContracts({
    line,
    steps,
    name: nameOf(steps),
    onStep: (label, done) => progress({ label, done, total: steps.length }),
    ...(signal && { signal }),
  })
  progress({ label: 'deployed', done: steps.length, total: steps.length })
  writeDeployment(settings.chain.deployments, deployment)
  return deployment
}

function adminIsSigner(): OperatorError {
  return new OperatorError({
    code: 'chain.admin-is-signer',
    message:
      'The admin of the contracts would be the key that the service signs with: who steals it has everything.',
    remedy:
      'Give another account with --admin 0x…, best a cold or shared wallet; the service sends nothing by it.',
  })
}

/** Another content is another deployment: the addresses stand for what the contracts are given. */
function nameOf(steps: ReturnType<typeof deploymentPlan>): string {
  const nowhere = Object.fromEntries(steps.map(({ name }) => [name, `0x${'0'.repeat(40)}` as const]))
  const hash = createHash('sha256')
  for (const step of steps) hash.update(step.data(nowhere))
  return hash.digest('hex').slice(0, 16)
}
