import type { specimens } from '@touchstone/contract'

/** The SHA-256 hashes of the specimen documents that the verification page offers in test mode. */
export const specimenHashes: Readonly<Record<(typeof specimens)[number]['file'], string>> = {
  'specimen-pass.jpg': '8711ce468b306a87233c97a4d4edde720fa032d88c15508e2811475f71b8769a',
  'specimen-fail-age.jpg': 'f494cf3480cdb8ce0940fee5101bfb9577e6e289dbc82efcce7e745494c20e69',
  'specimen-fail-expired.jpg': 'de5b8cf4dfcaeee743d12e26f7f56a3f7bb78856b934bc0966eeea27485ef2c3',
  'specimen-listed.jpg': 'de6089f9782a65c841a7902b7db47355fbf9a2b2096af69bd1bd754b2a9fc717',
}
