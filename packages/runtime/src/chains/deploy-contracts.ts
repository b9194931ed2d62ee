import { createHash } from 'node:crypto'
import {
  type CredentialKind,
  checkDeployment,
  type DeployedContract,
  type Deployment,
  deploymentPlan,
  placeContracts,
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
  /** Gives roles and names issuers; the signer itself unless told, which production refuses. */
  admin?: `0x${string}`
  adminDelaySeconds?: number
  progress: Progress
  signal?: AbortSignal
}

/**
 * Places the contracts and writes down where they stand. A token contract that stands already and is the same is kept: people
 * have their tokens there. Asked again after it was cut off, it goes on where it was; asked
 * for the same contracts again, it finds those that are there.
 */
export async function deployContracts(
  { settings, issuer }: { settings: Settings; issuer: IssuerService },
  chain: OpenChain,
  options: DeployOptions,
): Promise<Deployment> {
  const { line, development } = chain
  const { progress, signal, admin = line.signerAddress, adminDelaySeconds } = options
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
  const kept = await keptContracts(chain)
  const deployment = await placeContracts({
    line,
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

/** The token contract, where this version's stands and the signer may still mint there. */
async function keptContracts({ line, deployment }: OpenChain): Promise<Record<string, DeployedContract>> {
  const there = deployment()
  if (!there) return {}
  const { SvcSBT } = there.contracts
  const { SvcSBT: code } = await checkDeployment(line.client, there)
  if (code !== 'matches') return {}
  const contract = { abi: svcSbtAbi, address: SvcSBT.address } as const
  const role = await line.client.readContract({ ...contract, functionName: 'MINTER_ROLE' })
  const args = [role, line.signerAddress] as const
  const mayMint = await line.client.readContract({ ...contract, functionName: 'hasRole', args })
  return mayMint ? { SvcSBT } : {}
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
function nameOf(
  steps: ReturnType<typeof deploymentPlan>,
  kept: Record<string, Pick<DeployedContract, 'address'>>,
): string {
  const nowhere = Object.fromEntries(steps.map(({ name }) => [name, `0x${'0'.repeat(40)}` as const]))
  const hash = createHash('sha256')
  for (const step of steps) hash.update(kept[step.name]?.address ?? step.data(nowhere))
  return hash.digest('hex').slice(0, 16)
}

/** What the contracts check proofs with. Production takes only the keys of a ceremony. */
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
