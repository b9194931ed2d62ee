import type { Attributes } from '../attributes/attributes.ts'
import { issuerPublicKey } from '../issuer/issuer-keys.ts'
import { signCredential } from '../issuer/sign-credential.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { Credential, FieldText, UnsignedCredential } from '../leaf/credential.ts'
import { performedChecks } from '../leaf/performed-checks.ts'
import { commitmentOf, issuerKeyOf } from '../leaf/poseidon.ts'
import type { ProofContext, ProofRequest } from '../prove/proof-request.ts'
import {
  addressQuestions,
  investorQuestions,
  kycQuestions,
  personhoodQuestions,
} from '../questions/questions.ts'

/** Public, and therefore worthless, secrets that are used as test vectors here and on-chain. */
export const sampleSecret = 0x1b3f7c_55aa_0123456789abcdef_0123456789abcdef_0123456789abcdef_0011n
export const sampleIssuerSecret = new Uint8Array(32).fill(7)
export const otherIssuerSecret = new Uint8Array(32).fill(8)
export const sampleCredentialId = 0x2a_deadbeef_feedface_cafebabe_01234567_89abcdefn

export const sampleAttributes: Attributes = {
  birthDate: 20000229,
  citizenship: 'EST',
  documentExpiry: 20310630,
  residence: 'PRT',
  location: 'JPN',
  residenceUntil: 20270301,
  sanctionResult: 1,
  sanctionDate: 20260110,
  accreditation: 2,
  accreditedUntil: 20270630,
}

export const sampleContext: ProofContext = {
  merchant: 1234567890123456789012345678901n,
  program: 202611150001n,
  wallet: 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266n,
  chain: 137n,
  today: 20261115,
  challenge: 0x5eed_0000_1111_2222_3333n,
}

export const sampleQuestions = {
  personhood: personhoodQuestions(),
  kyc: kycQuestions({
    minimumAge: 18,
    citizenship: { barred: ['PRK', 'IRN'] },
    location: { allowed: ['JPN', 'KOR', 'EST'] },
    sanctionYears: 1,
    performed: ['unique', 'sanction', 'location'],
  }),
  address: addressQuestions({ residence: { allowed: ['PRT', 'ESP'] } }),
  investor: investorQuestions({ level: 2 }),
}

const publicKeys = new Map<Uint8Array, ReturnType<typeof issuerPublicKey>>()

/** Cached, because deriving a key takes a third as long as signing. */
function publicKeyFor(secret: Uint8Array): ReturnType<typeof issuerPublicKey> {
  const known = publicKeys.get(secret) ?? issuerPublicKey(secret)
  publicKeys.set(secret, known)
  return known
}

/** Returns the signal for the sample issuer, which a verifier must accept. */
export function issuerKeyFor(secret: Uint8Array): FieldText {
  const [x, y] = publicKeyFor(secret)
  return String(issuerKeyOf([BigInt(x), BigInt(y)]))
}

export type SampleOptions = {
  attributes?: Partial<Attributes>
  /** Changes to fields other than the attributes, for example another `validUntil` or `credentialId`. */
  head?: Partial<Omit<UnsignedCredential, 'attributes'>>
  /** Defaults to the kind of the questions, or to KYC. */
  kind?: CircuitName
  secret?: bigint
  issuerSecret?: Uint8Array
  /** Changes the credential after the issuer has signed it, to create a forgery. */
  forge?(credential: Credential): Credential
}

/** Creates a credential for the sample person. Options modify the credential for negative tests. */
export function makeSampleCredential(options: SampleOptions = {}): Credential {
  const secret = options.issuerSecret ?? sampleIssuerSecret
  const signed = signCredential(
    {
      schema: 2,
      kind: options.kind ?? 'kyc',
      // The reference vectors were calculated with the first eight checks.
      checks: performedChecks.slice(0, 8),
      issuerId: '77',
      credentialId: String(sampleCredentialId),
      validUntil: 20271231,
      commitment: String(commitmentOf(options.secret ?? sampleSecret)),
      ...options.head,
      attributes: { ...sampleAttributes, ...options.attributes },
    },
    { id: 'sample', secret, publicKey: publicKeyFor(secret) },
  )
  return options.forge?.(signed) ?? signed
}

/** Creates a proof request for a sample credential and the given questions. */
export function makeSampleRequest(
  questions: ProofRequest['questions'],
  options: SampleOptions & { context?: Partial<ProofContext> } = {},
): ProofRequest {
  return {
    credential: makeSampleCredential({ kind: questions.kind, ...options }),
    secret: options.secret ?? sampleSecret,
    questions,
    context: { ...sampleContext, ...options.context },
  }
}
