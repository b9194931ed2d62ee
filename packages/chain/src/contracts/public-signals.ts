/**
 * The ten public signals of every circuit, in order: nullifier, revocation handle, issuer key, merchant,
 * program, wallet, chain, day, questions, challenge.
 */
export type PublicSignals = readonly [
  nullifier: bigint,
  revocationHandle: bigint,
  issuerKey: bigint,
  merchant: bigint,
  program: bigint,
  wallet: bigint,
  chain: bigint,
  today: bigint,
  questions: bigint,
  challenge: bigint,
]
