import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { ContractProof } from './contract-proof.ts'
import { type CredentialKind, credentialKinds } from './credential-kinds.ts'
import type { PublicSignals } from './public-signals.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'

/**
 * The parameters of the contract calls. Times are in seconds since the Unix epoch. `to` is the contract's
 * address from the deployment.
 */
type Call = { readonly to: Address; readonly data: Hex }

type Mint = {
  readonly holder: Address
  readonly person: Hex
  readonly kind: CredentialKind
  readonly validUntil: bigint
  readonly mintId: Hex
}
type Grant = {
  readonly cooperator: Address
  readonly user: Address
  readonly tokenId: bigint
  readonly validUntil: bigint
  readonly grantId: Hex
}
type Suspension = {
  /** What is suspended: the grants by a token, or the approvals by proof of the credential with a handle. */
  readonly kind: 'token' | 'handle'
  readonly what: bigint
  /** The end of the suspension. A time in the past, such as 0, ends it immediately. */
  readonly until: number
  /** Increases with each call for the same token or handle. The contract rejects lower or equal numbers. */
  readonly order: number
}
type Questions = {
  readonly cooperator: Address
  readonly kind: CredentialKind
  readonly merchant: bigint
  readonly program: bigint
  readonly questions: bigint
  /** How long an approval by proof is valid. Defaults to one year. */
  readonly approvalSeconds?: number
}
type Approve = {
  readonly cooperator: Address
  readonly proof: ContractProof
  readonly signals: PublicSignals
}

const aYear = 365 * 24 * 60 * 60

/** Encodes the contract calls that the service and its users send, without the sender, nonce or fees. */
export const contractCalls = {
  mint: (sbt: Address, call: Mint): Call => ({
    to: sbt,
    data: encodeFunctionData({
      abi: svcSbtAbi,
      functionName: 'mint',
      args: [call.holder, call.person, credentialKinds[call.kind], call.validUntil, call.mintId],
    }),
  }),
  revokeKind: (sbt: Address, call: { tokenId: bigint; kind: CredentialKind }): Call => ({
    to: sbt,
    data: encodeFunctionData({
      abi: svcSbtAbi,
      functionName: 'revokeKind',
      args: [call.tokenId, credentialKinds[call.kind]],
    }),
  }),
  burn: (sbt: Address, call: { tokenId: bigint }): Call => ({
    to: sbt,
    data: encodeFunctionData({ abi: svcSbtAbi, functionName: 'burn', args: [call.tokenId] }),
  }),
  grant: (verifier: Address, call: Grant): Call => ({
    to: verifier,
    data: encodeFunctionData({
      abi: svcVerifierAbi,
      functionName: 'grant',
      args: [call.cooperator, call.user, call.tokenId, call.validUntil, call.grantId],
    }),
  }),
  /** Sent by the operator on behalf of a user. */
  revoke: (verifier: Address, call: { cooperator: Address; user: Address }): Call => ({
    to: verifier,
    data: encodeFunctionData({
      abi: svcVerifierAbi,
      functionName: 'revoke',
      args: [call.cooperator, call.user],
    }),
  }),
  /** Sent by the user. */
  revokeOwn: (verifier: Address, call: { cooperator: Address }): Call => ({
    to: verifier,
    data: encodeFunctionData({ abi: svcVerifierAbi, functionName: 'revoke', args: [call.cooperator] }),
  }),
  revokeHandle: (verifier: Address, call: { handle: bigint }): Call => ({
    to: verifier,
    data: encodeFunctionData({ abi: svcVerifierAbi, functionName: 'revokeHandle', args: [call.handle] }),
  }),
  suspend: (verifier: Address, { kind, what, until, order }: Suspension): Call => ({
    to: verifier,
    data: encodeFunctionData({
      abi: svcVerifierAbi,
      functionName: kind === 'token' ? 'suspendToken' : 'suspendHandle',
      args: [what, until, order],
    }),
  }),
  releaseNullifier: (verifier: Address, call: { nullifier: bigint }): Call => ({
    to: verifier,
    data: encodeFunctionData({
      abi: svcVerifierAbi,
      functionName: 'releaseNullifier',
      args: [call.nullifier],
    }),
  }),
  setQuestionSet: (verifier: Address, call: Questions): Call => ({
    to: verifier,
    data: encodeFunctionData({
      abi: svcVerifierAbi,
      functionName: 'setQuestionSet',
      args: [
        call.cooperator,
        credentialKinds[call.kind],
        call.merchant,
        call.program,
        call.questions,
        call.approvalSeconds ?? aYear,
      ],
    }),
  }),
  removeQuestionSet: (verifier: Address, call: { cooperator: Address }): Call => ({
    to: verifier,
    data: encodeFunctionData({
      abi: svcVerifierAbi,
      functionName: 'removeQuestionSet',
      args: [call.cooperator],
    }),
  }),
  /** Sent by the admin. */
  addIssuer: (verifier: Address, call: { issuerKey: bigint }): Call => ({
    to: verifier,
    data: encodeFunctionData({ abi: svcVerifierAbi, functionName: 'addIssuer', args: [call.issuerKey] }),
  }),
  removeIssuer: (verifier: Address, call: { issuerKey: bigint }): Call => ({
    to: verifier,
    data: encodeFunctionData({ abi: svcVerifierAbi, functionName: 'removeIssuer', args: [call.issuerKey] }),
  }),
  /** Sent by the admin. */
  setProofVerifier: (verifier: Address, call: { kind: CredentialKind; proofVerifier: Address }): Call => ({
    to: verifier,
    data: encodeFunctionData({
      abi: svcVerifierAbi,
      functionName: 'setProofVerifier',
      args: [credentialKinds[call.kind], call.proofVerifier],
    }),
  }),
  /** Sent from the wallet to which the proof is bound. */
  approve: (verifier: Address, call: Approve): Call => ({
    to: verifier,
    data: encodeFunctionData({
      abi: svcVerifierAbi,
      functionName: 'approve',
      args: [call.cooperator, call.proof.a, call.proof.b, call.proof.c, call.signals],
    }),
  }),
} as const
