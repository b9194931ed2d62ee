import { createHash } from 'node:crypto'

/** Computes the digest that a TON wallet signs for `ton_proof`: the account, domain, time and payload, hashed twice. */
export function tonProofDigest(proof: {
  /** Raw: `workchain:hash`. */
  readonly address: string
  readonly domain: string
  /** Seconds since the Unix epoch. */
  readonly timestamp: number
  readonly payload: string
}): Buffer {
  const [workchain, hash] = proof.address.split(':') as [string, string]
  const workchainBytes = Buffer.alloc(4)
  workchainBytes.writeInt32BE(Number(workchain))
  const domain = Buffer.from(proof.domain, 'utf8')
  const domainLength = Buffer.alloc(4)
  domainLength.writeUInt32LE(domain.length)
  const timestamp = Buffer.alloc(8)
  timestamp.writeBigUInt64LE(BigInt(proof.timestamp))
  const message = [
    Buffer.from('ton-proof-item-v2/', 'utf8'),
    workchainBytes,
    Buffer.from(hash, 'hex'),
    domainLength,
    domain,
    timestamp,
    Buffer.from(proof.payload, 'utf8'),
  ]
  const inner = [
    Buffer.from([0xff, 0xff]),
    Buffer.from('ton-connect', 'utf8'),
    sha256(Buffer.concat(message)),
  ]
  return sha256(Buffer.concat(inner))
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
