import { createHash } from 'node:crypto'

/**
 * The published "random" number of the development keys. Anyone can forge proofs with it, and everyone gets the same
 * keys, byte for byte.
 */
export const developmentBeacon = {
  name: 'development',
  hash: createHash('sha256').update('Touchstone development keys: anybody can forge proofs').digest('hex'),
  iterations: 10,
}
