import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { ReportFile } from '@touchstone/contract'
import { journalOf, type KytDb } from '../context.ts'
import type { RecordContext } from '../records/questions.ts'
import { canonicalJson } from './canonical-json.ts'
import { lockReportKeys, type ReportKeyRow, replaceReportKey, selectReportKeys } from './report-store.ts'
import { reportKeyColumn, reportKeyMac } from './sealed-columns.ts'

/** The age at which a key is replaced by the next one. */
export const reportKeyLifetimeMs = 365 * 86_400_000

type KeyContext = Pick<RecordContext, 'database' | 'clock' | 'vault'>

/** The content of a report's file that the signature covers. */
export type UnsignedReport = Omit<ReportFile, 'signature'>

/** Returns the bytes that a signature covers. They begin with a name, so that a signature of another kind of message is never valid for a report. */
export function signedBytes({ format, report, inputs }: UnsignedReport): Buffer {
  return Buffer.from(`touchstone-report\n${canonicalJson({ format, report, inputs })}`)
}

/** Returns the hash of the signed content, which identifies a report in the audit log. */
export function digestOfReport(file: UnsignedReport): string {
  return createHash('sha256').update(signedBytes(file)).digest('hex')
}

export async function signReport(context: KeyContext, report: UnsignedReport): Promise<ReportFile> {
  const { kid, sealed } = await currentKey(context)
  const plain = context.vault.open(sealed, reportKeyColumn.at(kid))
  const key = createPrivateKey({ key: Buffer.from(plain, 'base64'), format: 'der', type: 'pkcs8' })
  const value = sign(null, signedBytes(report), key).toString('base64url')
  return { ...report, signature: { alg: 'EdDSA', kid, value } }
}

/** Checks the signature of a report with the keys of this store. The file cannot bring a key of its own. */
export async function checkSignature(
  context: KeyContext,
  file: ReportFile,
): Promise<'valid' | 'invalid' | 'unknown-key'> {
  const rows = await genuineKeys(context, journalOf(context))
  const row = rows.find(({ kid }) => kid === file.signature.kid)
  if (row === undefined) return 'unknown-key'
  const key = createPublicKey({ key: jwkOf(row), format: 'jwk' })
  const isValid = verify(null, signedBytes(file), key, Buffer.from(file.signature.value, 'base64url'))
  return isValid ? 'valid' : 'invalid'
}

/** Returns the public keys of all reports as a JSON Web Key Set. */
export async function reportKeySet(context: KeyContext): Promise<{ keys: object[] }> {
  const rows = await genuineKeys(context, journalOf(context))
  return { keys: rows.map((row) => ({ ...jwkOf(row), kid: row.kid, alg: 'EdDSA', use: 'sig' })) }
}

const jwkOf = ({ publicKey }: Pick<ReportKeyRow, 'publicKey'>) => ({
  ...{ kty: 'OKP', crv: 'Ed25519', x: publicKey },
})

/** Omits keys that somebody added to the database. */
async function genuineKeys({ vault }: KeyContext, db: KytDb): Promise<ReportKeyRow[]> {
  const rows = await selectReportKeys(db)
  return rows.filter(({ kid, publicKey, mac }) => vault.isSigned(mac, reportKeyMac.at(kid, publicKey)))
}

type SigningKey = ReportKeyRow & { readonly sealed: Uint8Array }

/** Returns the key for new reports. Creates the first key, and the next one when the current key is old. */
async function currentKey(context: KeyContext): Promise<SigningKey> {
  const now = context.clock.now()
  const isCurrent = (row: ReportKeyRow): row is SigningKey =>
    row.sealed !== null && now - row.createdAt.getTime() < reportKeyLifetimeMs
  const known = (await genuineKeys(context, journalOf(context))).find(isCurrent)
  if (known !== undefined) return known
  return await journalOf(context)
    .transaction()
    .execute(async (db) => {
      await lockReportKeys(db)
      const made = (await genuineKeys(context, db)).find(isCurrent) ?? makeKey(context, now)
      if (made.createdAt.getTime() === now) await replaceReportKey(db, made)
      return made
    })
}

function makeKey({ vault }: KeyContext, now: number): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  // The thumbprint of RFC 7638.
  const thumbprint = canonicalJson(jwkOf({ publicKey: x }))
  const kid = createHash('sha256').update(thumbprint).digest('base64url')
  const plain = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return {
    ...{ kid, publicKey: x, createdAt: new Date(now) },
    sealed: vault.seal(plain, reportKeyColumn.at(kid)),
    mac: vault.sign(reportKeyMac.at(kid, x)),
  }
}
