import { createHash } from 'node:crypto'
import {
  type CredentialKind,
  checkDeployment,
  type DeployedContract,
  type Deployment,
  deploymentPlan,
  runDeployment,
  svcSbtAbi,
  type VerificationKey,
  writeDeployment,
} from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import {
  circuitNames,
  developmentKeys,
  type IssuerService,
  readKeyFile,
  readKeyManifest,
  refuseDevelopmentKeys,
} from '@touchstone/credential'
import type { Progress } from '../progress.ts'
import type { Settings } from '../settings/read-settings.ts'
import type { OpenChain } from './chain-registry.ts'

export type DeployOptions = {
  /**
   * The account that grants roles and adds issuers. Defaults to the signer, which is rejected in production.
   */
  admin?: `0x${string}`
  adminDelaySeconds?: number
  progress: Progress
  signal?: AbortSignal
}

/**
 * Deploys the contracts and stores their addresses. Keeps the deployed token contract if its code matches,
 * because the users' tokens belong to it. Idempotent: resumes an interrupted deployment and reuses existing
 * contracts.
 */
export async function deployContracts(
  { settings, issuer }: { settings: Settings; issuer: IssuerService },
  chain: OpenChain,
  options: DeployOptions,
): Promise<Deployment> {
  const { queue, development } = chain
  const { progress, signal, admin = queue.signerAddress, adminDelaySeconds } = options
  const isSigner = admin.toLowerCase() === queue.signerAddress.toLowerCase()
  if (settings.production && isSigner) throw adminIsSigner()
  const accepted = await issuer.acceptedKeys()
  // The delay leaves time to detect a stolen admin key. It is not needed for coins without value.
  const delay = adminDelaySeconds ?? (development ? 0 : undefined)
  const steps = deploymentPlan({
    admin,
    minter: queue.signerAddress,
    operator: queue.signerAddress,
    verificationKeys: await readVerificationKeys(settings),
    issuers: accepted.map(({ issuerKey }) => BigInt(issuerKey)),
    ...(delay !== undefined && { adminDelaySeconds: delay }),
  })
  const kept = await keptContracts(chain)
  const deployment = await runDeployment({
    queue,
    steps,
    kept,
    name: nameOf(steps, kept),
    onStep: (label, done) => progress({ label, done, total: steps.length }),
    ...(signal && { signal }),
  })
  progress({ label: 'deployed', done: steps.length, total: steps.length })
  writeDeployment(settings.chain.deployments, deployment)
  return deployment
}

/** Returns the deployed token contract if its code matches and the signer can still mint with it. */
async function keptContracts({ queue, deployment }: OpenChain): Promise<Record<string, DeployedContract>> {
  const there = deployment()
  if (!there) return {}
  const { SvcSBT } = there.contracts
  const { SvcSBT: code } = await checkDeployment(queue.client, there)
  if (code !== 'matches') return {}
  const contract = { abi: svcSbtAbi, address: SvcSBT.address } as const
  const role = await queue.client.readContract({ ...contract, functionName: 'MINTER_ROLE' })
  const args = [role, queue.signerAddress] as const
  const mayMint = await queue.client.readContract({ ...contract, functionName: 'hasRole', args })
  return mayMint ? { SvcSBT } : {}
}

function adminIsSigner(): OperatorError {
  return new OperatorError({
    code: 'chain.admin-is-signer',
    message:
      "The service's signing key is the admin account of the contracts. Anyone who steals that key controls them.",
    remedy:
      'Set another account with --admin 0x…, preferably a cold or multi-signature wallet. The service never signs with it.',
  })
}

/**
 * Names a deployment by the hash of its content, so that deployments with different constructor arguments
 * have different names.
 */
function nameOf(
  steps: ReturnType<typeof deploymentPlan>,
  kept: Record<string, Pick<DeployedContract, 'address'>>,
): string {
  const nowhere = Object.fromEntries(steps.map(({ name }) => [name, `0x${'0'.repeat(40)}` as const]))
  const hash = createHash('sha256')
  for (const step of steps) hash.update(kept[step.name]?.address ?? step.data(nowhere))
  return hash.digest('hex').slice(0, 16)
}

/** Reads the verification keys for the contracts. Production accepts only keys from a ceremony. */
async function readVerificationKeys(settings: Settings): Promise<Record<CredentialKind, VerificationKey>> {
  const folder = settings.credentialKeys ?? developmentKeys
  const manifest = await readKeyManifest(folder)
  if (settings.production) refuseDevelopmentKeys(manifest)
  const keys = circuitNames.map(async (name) => {
    const bytes = await readKeyFile(folder, manifest, name, 'verification.json')
    return [name, JSON.parse(bytes.toString('utf8')) as VerificationKey] as const
  })
  return Object.fromEntries(await Promise.all(keys)) as Record<CredentialKind, VerificationKey>
}
