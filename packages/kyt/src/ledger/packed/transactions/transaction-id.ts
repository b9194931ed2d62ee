import { hash } from 'node:crypto'
import { networkPrefix } from '../../ledger-store.ts'
import { referenceBytes } from '../packing/packed-movements.ts'

/** A transaction's identifier as it is stored: the network, then the stored form. One hash may exist on several networks. */
export function identifierOf(network: number, tx: string): Buffer {
  return Buffer.from(networkPrefix(network) + tx, 'hex')
}

/** Of the same length for every identifier, whatever sources call their transactions. */
export function transactionId(identifier: Buffer): Buffer {
  return hash('sha256', identifier, 'buffer').subarray(0, 16)
}

/** What movements name their transaction by. */
export function referenceOf(id: Buffer): string {
  return id.toString('hex', 0, referenceBytes)
}
