import { decrypt, encrypt } from './gcm.ts'

/** All data that is stored for a face. */
export type Faceprint = {
  template: Float32Array
  birthYear?: number | undefined
  /** A keyed hash of the document's number and issuer (32 bytes). */
  documentHash?: Uint8Array | undefined
}

/**
 * The values to which a faceprint is bound. A faceprint that was moved to another person, model or key cannot
 * be opened.
 */
export type FaceprintOwner = { person: string; model: string; keyId: number }

const formatVersion = 1
const hashLength = 32
const headLength = 1 + 2 + 1 + hashLength

export function sealFaceprint(dataKey: Uint8Array, faceprint: Faceprint, owner: FaceprintOwner): Buffer {
  const { template, birthYear, documentHash } = faceprint
  if (documentHash !== undefined && documentHash.length !== hashLength) {
    throw new RangeError('a document hash must be 32 bytes long')
  }
  const plain = Buffer.alloc(headLength + template.length * 4)
  plain.writeUInt8(formatVersion, 0)
  plain.writeUInt16LE(birthYear ?? 0, 1)
  plain.writeUInt8(documentHash === undefined ? 0 : 1, 3)
  if (documentHash !== undefined) plain.set(documentHash, 4)
  for (const [index, value] of template.entries()) plain.writeFloatLE(value, headLength + index * 4)
  const sealed = encrypt(dataKey, plain, boundTo(owner))
  plain.fill(0)
  return sealed
}

export function openFaceprint(dataKey: Uint8Array, sealed: Uint8Array, owner: FaceprintOwner): Faceprint {
  const plain = decrypt(dataKey, sealed, boundTo(owner))
  if (plain[0] !== formatVersion) throw new Error('a faceprint has an unknown format version')
  const birthYear = plain.readUInt16LE(1)
  const template = new Float32Array((plain.length - headLength) / 4)
  for (let index = 0; index < template.length; index++)
    template[index] = plain.readFloatLE(headLength + index * 4)
  const documentHash = plain[3] === 1 ? Uint8Array.from(plain.subarray(4, 4 + hashLength)) : undefined
  plain.fill(0)
  return { template, ...(birthYear !== 0 && { birthYear }), ...(documentHash && { documentHash }) }
}

function boundTo({ person, model, keyId }: FaceprintOwner): string {
  return JSON.stringify(['touchstone/faceprint/v1', person, model, keyId])
}
