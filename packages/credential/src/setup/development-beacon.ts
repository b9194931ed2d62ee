import { createHash } from 'node:crypto'

/**
 * The published "random" number from which the development keys are created. Anyone who knows it can forge
 * proofs, and everyone who uses it gets identical keys.
 */
export const developmentBeacon = {
  name: 'development',
  hash: createHash('sha256').update('Touchstone development keys: anybody can forge proofs').digest('hex'),
  iterations: 10,
}
