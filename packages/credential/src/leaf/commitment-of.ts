import { poseidon } from './poseidon.ts'

/** What the issuer learns of the holder's secret. */
export function commitmentOf(secret: bigint): bigint {
  return poseidon(1n, secret)
}
