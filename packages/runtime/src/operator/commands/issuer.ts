import type { AcceptedKey } from '@touchstone/credential'
import { byCommandLine, recordChange } from '@touchstone/kyc'
import { announceIssuer, type IssuerOnChain } from '../../chains/announce-issuer.ts'
import type { Command } from '../command.ts'

/** The current key first. */
export const issuerList: Command<object, AcceptedKey[]> = ({ issuer }) => issuer.acceptedKeys()

export type IssuerRotateReport = {
  key: AcceptedKey
  /** False as long as a chain does not take the key: then the one before signs on. */
  signs: boolean
  chains: IssuerOnChain[]
}

/**
 * Tells the contracts of a new key. It signs as soon as all of them take it, which may be days later: asked again, it looks
 * again. What the old one signed stays good until it expires.
 */
export const issuerRotate: Command<object, IssuerRotateReport> = async (runtime, _, progress, signal) => {
  const key = await runtime.issuer.announce()
  const { configured } = runtime.chains
  const chains: IssuerOnChain[] = []
  for (const [done, chainId] of configured.entries()) {
    progress({ label: `telling chain ${chainId}`, done, total: configured.length })
    const told = await announceIssuer(await runtime.chains.open(chainId), BigInt(key.issuerKey), { signal })
    if (told) chains.push(told)
  }
  const signs = chains.every(({ state }) => state === 'known' || state === 'added')
  if (signs) await runtime.issuer.rotate()
  const change = { action: 'issuer.rotated', target: 'issuer', detail: { signs, chains: chains.length } }
  await recordChange(runtime.kyc, change, byCommandLine)
  return { key, signs, chains }
}
