import { isoCountries, UserError } from '@touchstone/common'
import type { Upload, UploadLimits } from './upload.ts'
import type { GateLimits } from './upload-gate.ts'

const megabyte = 1024 * 1024

export const documentLimits: UploadLimits = {
  files: 6,
  fileBytes: 15 * megabyte,
  totalBytes: 60 * megabyte,
}
export const addressLimits: UploadLimits = { files: 1, fileBytes: 15 * megabyte, totalBytes: 15 * megabyte }
export const framesLimits: UploadLimits = { files: 12, fileBytes: 500_000, totalBytes: 6 * megabyte }

/**
 * Memory limits: one for all uploads combined, and one for the uploads from one network. The largest allowed
 * upload is within both limits.
 */
export const gateLimits: GateLimits = { bytes: 256 * megabyte, bytesOfNetwork: 128 * megabyte }

const kinds = ['passport', 'id-card', 'visa'] as const
const countries: ReadonlySet<string> = new Set(isoCountries.map(({ alpha3 }) => alpha3))

export function documentOf({ fields, files }: Upload) {
  const kind = kinds.find((each) => each === fields.get('kind'))
  if (kind === undefined) throw wrong('kind')
  const country = fields.get('country') ?? ''
  // Travel documents also use codes that ISO 3166 does not define, for example for the United Nations,
  // stateless people and Kosovo.
  if (!countries.has(country) && !/^(UN[OAK]|X[A-Z]{2}|EUE|RKS|D)$/.test(country)) throw wrong('country')
  const pictures = files.filter(({ name }) => name === 'picture').map(({ bytes }) => bytes)
  if (pictures.length === 0) throw wrong('picture')
  return { pictures, kind, country }
}

export function framesOf({ fields, files }: Upload) {
  const challengeId = fields.get('challengeId') ?? ''
  if (!/^[\w-]{1,64}$/.test(challengeId)) throw wrong('challengeId')
  const frames = files
    .filter(({ name }) => name === 'frame')
    .map(({ filename, bytes, receivedAt }) => {
      if (!/^[0-9]{1,7}(\.[0-9]{1,6})?$/.test(filename)) throw wrong('frame')
      return { atMs: Number(filename), bytes, receivedAt }
    })
  if (frames.length === 0) throw wrong('frame')
  return { challengeId, frames }
}

export function addressProofOf({ files }: Upload) {
  const file = files.find(({ name }) => name === 'file')?.bytes
  if (file === undefined) throw wrong('file')
  return { file }
}

function wrong(field: string): UserError {
  return new UserError({
    code: `parameter.${field}`,
    message: `The page did not send a valid ${field}.`,
    remedy: 'Reload the page.',
  })
}
