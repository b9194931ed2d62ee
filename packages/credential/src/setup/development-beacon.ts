import { createHash } from 'node:crypto'

/**
 * The one "random" number behind the development keys. Everybody knows it, so everybody can forge proofs for them; and
 * everybody makes the same keys, byte by byte.
 */
export const developmentBeacon = {
  name: 'development',
  hash: createHash('sha256').update('Touchstone development keys: anybody can forge proofs').digest('hex'),
  iterations: 10,
}
