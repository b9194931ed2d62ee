import { randomBytes } from 'node:crypto'
import { type Clock, UserError } from '@touchstone/common'
import type { Attributes } from '../attributes/attributes.ts'
import { checkAttributes } from '../attributes/check-attributes.ts'
import { dayOf, isDay } from '../attributes/days.ts'
import { fieldModulus } from '../field.ts'
import type { CircuitName } from '../keys/circuit-names.ts'
import type { Credential, FieldText, UnsignedCredential } from '../leaf/credential.ts'
import { leafOf } from '../leaf/leaf-of.ts'
import { alwaysPerformed, type PerformedCheck, toPerformedChecks } from '../leaf/performed-checks.ts'
import { issuerKeyOf } from '../leaf/poseidon.ts'
import { credentialSchema } from '../schema.ts'
import { verifySignature } from './eddsa.ts'
import { issuerPublicKey } from './issuer-keys.ts'
import { signCredential } from './sign-credential.ts'

/** A key that no longer signs. It is accepted until the last credential that it signed has expired. */
export type PreviousKey = {
  id: string
  publicKey: readonly [FieldText, FieldText]
  /** The latest `validUntil` of all credentials that the key has signed, in the form YYYYMMDD. */
  acceptedUntil: number
}

export type IssuerKeys = {
  /**
   * The secret is 32 bytes long (see `generateIssuerSecret`). The public key is derived from it by default.
   */
  current: { id: string; secret: Uint8Array; publicKey?: readonly [FieldText, FieldText] }
  previous?: readonly PreviousKey[]
}

/**
 * The commitment that the person already has, if there is one. A person must never get a second commitment,
 * because programs recognise a person only by the commitment. This value is mandatory, so that the caller
 * always looks up the commitment.
 */
export type PersonCommitment = { stored: FieldText } | 'none-stored-yet'

export type IssueRequest = {
  /**
   * The person's commitment from the caller's database. The caller must store the commitment of a new
   * credential before the credential is returned.
   */
  personCommitment: PersonCommitment
  /** The commitment that the holder sent (see `commitmentOf`). */
  commitment: FieldText
  kind: CircuitName
  /** The checks that were performed. They must include the checks that the kind always requires. */
  checks: readonly PerformedCheck[]
  attributes: Attributes
  /** The last day of validity, as YYYYMMDD. */
  validUntil: number
}

export type AcceptedKey = { id: string; issuerKey: FieldText }

export type Issuer = {
  issue(order: IssueRequest): Credential
  /** Returns whether the credential is unchanged and signed by an accepted key. */
  isGenuine(credential: Credential): boolean
  /** Returns the keys that verifiers and contracts accept today. */
  acceptedKeys(): AcceptedKey[]
}

export function createIssuer(options: { issuerId: bigint; keys: IssuerKeys; clock: Clock }): Issuer {
  const { issuerId, clock } = options
  const { current, previous = [] } = options.keys
  const { publicKey = issuerPublicKey(current.secret) } = current
  if (new Set([current.id, ...previous.map(({ id }) => id)]).size !== previous.length + 1) {
    throw new RangeError('two issuer keys have the same id')
  }
  const today = () => dayOf(clock.now())
  const accepted = () => [
    { id: current.id, publicKey },
    ...previous.filter(({ acceptedUntil }) => acceptedUntil >= today()),
  ]

  return {
    issue({ personCommitment, commitment, kind, checks, attributes, validUntil }) {
      checkCommitment(commitment)
      if (personCommitment !== 'none-stored-yet' && personCommitment.stored !== commitment)
        throw otherSecret()
      const missing = alwaysPerformed[kind].find((check) => !checks.includes(check))
      if (missing) throw withoutCheck(kind, missing)
      checkAttributes(attributes, today())
      if (!isDay(validUntil) || validUntil < today()) throw overAlready()
      const unsigned: UnsignedCredential = {
        schema: credentialSchema,
        kind,
        checks: toPerformedChecks(checks),
        issuerId: String(issuerId),
        credentialId: String(BigInt(`0x${randomBytes(31).toString('hex')}`)),
        validUntil,
        attributes: { ...attributes },
        commitment,
      }
      return signCredential(unsigned, { ...current, publicKey })
    },

    isGenuine(credential) {
      const key = accepted().find(({ id }) => id === credential.keyId)
      if (key === undefined || String(key.publicKey) !== String(credential.publicKey)) return false
      try {
        const { point, s } = credential.signature
        return verifySignature(
          leafOf(credential),
          { R8: [BigInt(point[0]), BigInt(point[1])], S: BigInt(s) },
          [BigInt(key.publicKey[0]), BigInt(key.publicKey[1])],
        )
      } catch {
        return false
      }
    },

    acceptedKeys: () =>
      accepted().map(({ id, publicKey: [x, y] }) => ({
        id,
        issuerKey: String(issuerKeyOf([BigInt(x), BigInt(y)])),
      })),
  }
}

function checkCommitment(commitment: string): void {
  if (/^[1-9]\d{0,76}$/.test(commitment) && BigInt(commitment) < fieldModulus) return
  throw new UserError({
    code: 'credential.bad-commitment',
    message: 'Invalid commitment.',
    remedy: 'Send the wallet’s commitment as a decimal string.',
  })
}

function withoutCheck(kind: CircuitName, check: PerformedCheck): UserError {
  return new UserError({
    code: 'credential.missing-check',
    message: `A "${kind}" credential can't be issued without the check "${check}".`,
    remedy: 'Perform the check first. Proofs for a credential without it would fail.',
  })
}

function otherSecret(): UserError {
  return new UserError({
    code: 'credential.other-secret',
    message: 'This person already has a credential for another wallet secret.',
    remedy: 'Restore the wallet from its exported file and use that wallet.',
  })
}

function overAlready(): UserError {
  return new UserError({
    code: 'credential.bad-validity',
    message: 'The credential would already be expired.',
    remedy: 'Use today or a later date as the last day (YYYYMMDD).',
  })
}
