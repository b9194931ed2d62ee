import type { Attributes } from '../attributes/attributes.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import { attributeSignals } from '../leaf/attribute-signals.ts'
import { groupsOf } from '../leaf/leaf-of.ts'
import { checksSignal } from '../leaf/performed-checks.ts'
import { issuerKeyOf } from '../leaf/poseidon.ts'
import type { ProofRequest } from './proof-request.ts'

type Group = 'identity' | 'place' | 'standing'

const members: Record<Group, readonly (keyof Attributes)[]> = {
  identity: ['birthDate', 'citizenship', 'documentExpiry'],
  place: ['residence', 'location', 'residenceUntil'],
  standing: ['sanctionResult', 'sanctionDate', 'accreditation', 'accreditedUntil'],
}

/** The attribute groups that a circuit opens. For the other groups, the circuit receives only the hashes. */
const opened: Record<CircuitName, readonly Group[]> = {
  personhood: [],
  kyc: ['identity', 'place', 'standing'],
  address: ['place'],
  investor: ['standing'],
}

/** Returns all inputs of a circuit for a request, keyed by signal name. */
export function circuitInputs(request: ProofRequest): Record<string, bigint> {
  const { credential, secret, questions, context } = request
  const publicKey = [BigInt(credential.publicKey[0]), BigInt(credential.publicKey[1])] as const
  const inputs: Record<string, bigint> = {
    issuerKey: issuerKeyOf(publicKey),
    merchant: context.merchant,
    program: context.program,
    wallet: context.wallet,
    chain: context.chain,
    today: BigInt(context.today),
    questions: BigInt(questions.hash),
    challenge: context.challenge,
    secret,
    issuerId: BigInt(credential.issuerId),
    credentialId: BigInt(credential.credentialId),
    validUntil: BigInt(credential.validUntil),
    performed: checksSignal(credential.checks),
    issuerX: publicKey[0],
    issuerY: publicKey[1],
    signatureX: BigInt(credential.signature.point[0]),
    signatureY: BigInt(credential.signature.point[1]),
    signatureS: BigInt(credential.signature.s),
  }
  for (const [name, text] of Object.entries(questions.inputs)) inputs[name] = BigInt(text)
  const signals = attributeSignals(credential.attributes)
  const groups = groupsOf(signals)
  for (const group of Object.keys(members) as Group[]) {
    if (opened[questions.kind].includes(group))
      for (const name of members[group]) inputs[name] = signals[name]
    else inputs[group] = groups[group]
  }
  return inputs
}
