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
import { eddsa } from './eddsa.ts'
import { issuerPublicKey } from './issuer-keys.ts'
import { signCredential } from './sign-credential.ts'

/** A key that signs no more. Its credentials stay good until the last of them has expired. */
export type PreviousKey = {
  id: string
  publicKey: readonly [FieldText, FieldText]
  /** YYYYMMDD: the last `validUntil` that it has signed. */
  acceptedUntil: number
}

export type IssuerKeys = {
  /** 32 bytes, see `generateIssuerSecret`. */
  current: { id: string; secret: Uint8Array }
  previous?: readonly PreviousKey[]
}

/**
 * Whether the person has a commitment already. One person, one commitment, for ever: that alone makes a person unique to
 * a program. So this can't be left out: who asks must have looked it up.
 */
export type PersonCommitment = { stored: FieldText } | 'none-stored-yet'

export type IssueRequest = {
  /** The caller's store of persons says so, and keeps the credential's commitment before the credential is handed out. */
  personCommitment: PersonCommitment
  /** Sent by the holder, see `commitmentOf`. */
  commitment: FieldText
  kind: CircuitName
  /** What was done before; what the kind always needs must be among it. */
  checks: readonly PerformedCheck[]
  attributes: Attributes
  /** YYYYMMDD, the last day. */
  validUntil: number
}

export type AcceptedKey = { id: string; issuerKey: FieldText }

export type Issuer = {
  issue(order: IssueRequest): Credential
  /** Whether the credential is as one of the accepted keys has signed it. */
  isGenuine(credential: Credential): boolean
  /** What a verifier and a contract accept today. */
  acceptedKeys(): AcceptedKey[]
}

export function createIssuer(options: { issuerId: bigint; keys: IssuerKeys; clock: Clock }): Issuer {
  const { issuerId, clock } = options
  const { current, previous = [] } = options.keys
  const publicKey = issuerPublicKey(current.secret)
  if (new Set([current.id, ...previous.map(({ id }) => id)]).size !== previous.length + 1) {
    throw new RangeError('two keys of the issuer have the same id')
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
        return eddsa.verifySignature(
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
    message: 'The commitment is not one.',
    remedy: 'Send the commitment that the wallet has made, in decimal digits.',
  })
}

function withoutCheck(kind: CircuitName, check: PerformedCheck): UserError {
  return new UserError({
    code: 'credential.missing-check',
    message: `A credential of the kind "${kind}" can't be issued without the check "${check}".`,
    remedy: 'Perform the check first: no proof could be made of such a credential.',
  })
}

function otherSecret(): UserError {
  return new UserError({
    code: 'credential.other-secret',
    message: 'This person has a credential for another wallet secret.',
    remedy: 'Bring the wallet back from its exported file, and use that.',
  })
}

function overAlready(): UserError {
  return new UserError({
    code: 'credential.bad-validity',
    message: 'The credential would not be valid for a single day.',
    remedy: 'Give a last day, as YYYYMMDD, that is not over.',
  })
}
