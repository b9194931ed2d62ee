import { hash } from 'node:crypto'
import { networkPrefix } from '../../ledger-store.ts'
import { referenceBytes } from '../packing/packed-movements.ts'

/**
 * A transaction's stored identifier: the network, then the stored form. The same hash can exist on several
 * networks.
 */
export function identifierOf(network: number, tx: string): Buffer {
  return Buffer.from(networkPrefix(network) + tx, 'hex')
}

/** The length is fixed, whatever identifiers the sources use. */
export function transactionId(identifier: Buffer): Buffer {
  return hash('sha256', identifier, 'buffer').subarray(0, 16)
}

/** The reference that movements use for a transaction. */
export function referenceOf(id: Buffer): string {
  return id.toString('hex', 0, referenceBytes)
}
