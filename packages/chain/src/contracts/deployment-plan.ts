import { OperatorError } from '@touchstone/common'
import { type Address, encodeDeployData } from 'viem'
import { type CredentialKind, credentialKinds } from './credential-kinds.ts'
import type { DeploymentStep } from './deployment.ts'
import { readArtifact } from './read-artifact.ts'
import { svcProofVerifierAbi } from './svc-proof-verifier-abi.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'
import { encodeVerificationKey, type VerificationKey } from './verification-key.ts'

const twoDays = 2 * 24 * 60 * 60

type VerificationKeys = Readonly<Partial<Record<CredentialKind, VerificationKey>>>

type PlanInput = {
  /**
   * The account that manages roles, issuers and proof verifiers. It can be a cold wallet, because it sends
   * none of the transactions.
   */
  readonly admin: Address
  /** May mint tokens. */
  readonly minter: Address
  /** The account that can set questions, grant and revoke approvals, and burn tokens. */
  readonly operator: Address
  /** The delay between the two steps of an admin change. Defaults to two days. */
  readonly adminDelaySeconds?: number
  readonly verificationKeys: VerificationKeys
  /** The accepted issuers: Poseidon hashes of their public keys. */
  readonly issuers: readonly bigint[]
}

/**
 * Returns the steps of a deployment. Roles, proof verifiers and issuers are constructor arguments, so that no
 * partly configured contract can ever be used and the deploying account never needs a role.
 */
export function deploymentPlan(input: PlanInput): DeploymentStep[] {
  const adminDelay = input.adminDelaySeconds ?? twoDays
  const proofSteps = proofVerifierSteps(input.verificationKeys)
  const sbt: DeploymentStep = {
    name: 'SvcSBT',
    contract: 'SvcSBT',
    data: () =>
      encodeDeployData({
        abi: svcSbtAbi,
        bytecode: readArtifact('SvcSBT').bytecode,
        args: [input.admin, adminDelay, input.minter, input.operator],
      }),
  }
  const verifier: DeploymentStep = {
    name: 'SvcVerifier',
    contract: 'SvcVerifier',
    data: (placed) =>
      encodeDeployData({
        abi: svcVerifierAbi,
        bytecode: readArtifact('SvcVerifier').bytecode,
        args: [
          input.admin,
          adminDelay,
          input.operator,
          addressOf('SvcSBT', placed),
          proofSteps.map((step) => addressOf(step.name, placed)),
          input.issuers,
        ],
      }),
  }
  return [...proofSteps, sbt, verifier]
}

function proofVerifierSteps(keys: VerificationKeys): DeploymentStep[] {
  return Object.entries(credentialKinds).flatMap(([name, kind]) => {
    const key = keys[name as CredentialKind]
    return key ? [proofVerifierStep(name, kind, key)] : []
  })
}

function proofVerifierStep(name: string, kind: number, key: VerificationKey): DeploymentStep {
  const data = encodeDeployData({
    abi: svcProofVerifierAbi,
    bytecode: readArtifact('SvcProofVerifier').bytecode,
    args: [kind, encodeVerificationKey(key)],
  })
  return { name: `SvcProofVerifier:${name}`, contract: 'SvcProofVerifier', data: () => data }
}

function addressOf(name: string, placed: Readonly<Record<string, Address>>): Address {
  const address = placed[name]
  if (address) return address
  throw new OperatorError({
    code: 'chain.deployment-out-of-order',
    message: `${name} is needed by a later step but has no address yet.`,
    remedy: 'Run the steps of a deployment in order, each with the addresses of the previous steps.',
  })
}
