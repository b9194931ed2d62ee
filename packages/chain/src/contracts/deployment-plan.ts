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
  /** Gives roles, names issuers and proof verifiers; may be a cold wallet, as no step is sent by it. */
  readonly admin: Address
  /** Mints tokens. */
  readonly minter: Address
  /** Sets questions, grants, revokes; also revokes and burns tokens. */
  readonly operator: Address
  /** How long a change of the admin waits between its two steps; two days unless told. */
  readonly adminDelaySeconds?: number
  readonly verificationKeys: VerificationKeys
  /** The keys (Poseidon hashes) of the issuers whose credentials count. */
  readonly issuers: readonly bigint[]
}

/**
 * Every contract is whole once it stands: roles, proof verifiers and issuers are arguments of the constructors, so that
 * there is no time in which a half-set contract can be used, and the key that deploys never has a right.
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
    message: `${name} has no address yet.`,
    remedy: 'Take the steps of a deployment in their order, and hand each the addresses of those before.',
  })
}
