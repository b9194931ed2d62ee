import type { AcceptedKey } from '@touchstone/credential'
import { announceIssuer, type IssuerOnChain } from '../../chains/announce-issuer.ts'
import type { Command } from '../command.ts'

/** The current key first. */
export const issuerList: Command<object, AcceptedKey[]> = ({ issuer }) => issuer.acceptedKeys()

export type IssuerRotateReport = { key: AcceptedKey; chains: IssuerOnChain[] }

/** A new key signs from now on, and the contracts take it. What the old one signed stays good until it expires. */
export const issuerRotate: Command<object, IssuerRotateReport> = async (runtime, _, progress, signal) => {
  const key = await runtime.issuer.rotate()
  const { configured } = runtime.chains
  const chains: IssuerOnChain[] = []
  for (const [done, chainId] of configured.entries()) {
    progress({ label: `telling chain ${chainId}`, done, total: configured.length })
    const told = await announceIssuer(await runtime.chains.open(chainId), BigInt(key.issuerKey), { signal })
    if (told) chains.push(told)
  }
  return { key, chains }
}
