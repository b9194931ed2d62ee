import { randomUUID } from 'node:crypto'
import type { Clock, Vault } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import { type AcceptedKey, createIssuer, type IssueRequest, type Issuer } from '../issuer/create-issuer.ts'
import { generateIssuerSecret, issuerPublicKey } from '../issuer/issuer-keys.ts'
import type { Credential } from '../leaf/credential.ts'
import { issuerKeyOf } from '../leaf/poseidon.ts'
import {
  extendAcceptance,
  type IssuerKeyRow,
  insertIssuerKey,
  issuerTablesOf,
  lockIssuerKeys,
  replaceSigningKey,
  selectIssuerKeys,
} from './issuer-key-store.ts'
import { issuerKeyColumn } from './sealed-columns.ts'

/** The issuer of the service. Its keys are stored encrypted and are shared by all nodes. */
export type IssuerService = {
  issue(order: IssueRequest): Promise<Credential>
  isGenuine(credential: Credential): Promise<boolean>
  /** Returns the current key, followed by the previous keys whose credentials are still valid. */
  acceptedKeys(): Promise<AcceptedKey[]>
  /**
   * Returns the key that will sign next, so that it can be registered in contracts. Creates the key if
   * needed.
   */
  announce(): Promise<AcceptedKey>
  /** Makes the announced key the signing key. */
  rotate(): Promise<AcceptedKey>
}

export function createIssuerService(context: {
  database: Database
  clock: Clock
  vault: Vault
}): IssuerService {
  const { clock, vault } = context
  const db = issuerTablesOf(context.database)
  // The issuer is derived instead of stored, so that the same master secret always results in the same
  // issuer.
  const issuerId = BigInt(`0x${vault.fingerprint('credential-issuer', 'id').subarray(0, 31).toString('hex')}`)

  /**
   * The public keys by their ids. Each key is derived only once, because derivation takes as long as signing.
   */
  const derived = new Map<string, ReturnType<typeof issuerPublicKey>>()
  const publicKeyOf = (id: string, secret: Uint8Array) => {
    const known = derived.get(id) ?? issuerPublicKey(secret)
    derived.set(id, known)
    return known
  }

  /** Creates a key. The first key signs immediately; a later key is only announced. */
  const makeKey = async (announced: boolean): Promise<void> => {
    await db.transaction().execute(async (transaction) => {
      await lockIssuerKeys(transaction)
      const rows = await selectIssuerKeys(transaction)
      if (announced ? announcedOf(rows) : currentOf(rows)) return
      const now = new Date(clock.now())
      const secret = generateIssuerSecret()
      const id = randomUUID()
      await insertIssuerKey(transaction, {
        id,
        publicKey: issuerPublicKey(secret),
        sealed: vault.seal(Buffer.from(secret).toString('hex'), issuerKeyColumn.at(id)),
        createdAt: now,
        announced,
      })
    })
  }

  const open = async (): Promise<{ issuer: Issuer; keyId: string }> => {
    let rows = await selectIssuerKeys(db)
    if (!currentOf(rows)) {
      await makeKey(false)
      rows = await selectIssuerKeys(db)
    }
    const current = currentOf(rows)
    if (!current) throw new Error('the issuer has no key')
    const previous = rows
      .filter(({ retiredAt }) => retiredAt !== null)
      .map(({ id, publicKey, acceptedUntil }) => ({ id, publicKey, acceptedUntil }))
    const secret = Buffer.from(vault.open(current.sealed, issuerKeyColumn.at(current.id)), 'hex')
    const keys = { current: { id: current.id, secret, publicKey: publicKeyOf(current.id, secret) }, previous }
    return { issuer: createIssuer({ issuerId, keys, clock }), keyId: current.id }
  }

  const currentKey = async (): Promise<AcceptedKey> => {
    const [key] = (await open()).issuer.acceptedKeys()
    if (!key) throw new Error('the issuer has no accepted key')
    return key
  }

  return {
    async issue(order) {
      for (;;) {
        const { issuer, keyId } = await open()
        const credential = issuer.issue(order)
        // The last day of validity is stored before the credential is returned, because a key must be
        // accepted for as long as its last credential is valid.
        if (await extendAcceptance(db, keyId, order.validUntil)) return credential
      }
    },
    isGenuine: async (credential) => (await open()).issuer.isGenuine(credential),
    acceptedKeys: async () => (await open()).issuer.acceptedKeys(),
    async announce() {
      // Create the signing key first. Otherwise, the announced key would become the signing key.
      await open()
      await makeKey(true)
      const next = announcedOf(await selectIssuerKeys(db))
      return next ? acceptedKeyOf(next) : await currentKey()
    },
    async rotate() {
      await makeKey(true)
      await db.transaction().execute(async (transaction) => {
        await lockIssuerKeys(transaction)
        await replaceSigningKey(transaction, new Date(clock.now()))
      })
      return await currentKey()
    },
  }
}

function currentOf(rows: readonly IssuerKeyRow[]): IssuerKeyRow | undefined {
  return rows.find(({ retiredAt, announced }) => retiredAt === null && !announced)
}

function announcedOf(rows: readonly IssuerKeyRow[]): IssuerKeyRow | undefined {
  return rows.find(({ announced }) => announced)
}

function acceptedKeyOf({ id, publicKey: [x, y] }: IssuerKeyRow): AcceptedKey {
  return { id, issuerKey: String(issuerKeyOf([BigInt(x), BigInt(y)])) }
}
