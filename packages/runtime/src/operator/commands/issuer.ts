import type { AcceptedKey } from '@touchstone/credential'
import { byCommandLine, recordChange } from '@touchstone/kyc'
import { announceIssuer, type IssuerOnChain } from '../../chains/announce-issuer.ts'
import type { Command } from '../command.ts'

/** Returns the accepted keys, starting with the current one. */
export const issuerList: Command<object, AcceptedKey[]> = ({ issuer }) => issuer.acceptedKeys()

export type IssuerRotateReport = {
  key: AcceptedKey
  /** False until every chain accepts the key. Until then, credentials are signed with the previous key. */
  signs: boolean
  chains: IssuerOnChain[]
}

/**
 * Announces a new key to the contracts. The key becomes active once all contracts accept it, which can take
 * days. Run the command again to check whether they have. Credentials signed with the old key remain valid
 * until they expire.
 */
export const issuerRotate: Command<object, IssuerRotateReport> = async (runtime, _, progress, signal) => {
  const key = await runtime.issuer.announce()
  const { configured } = runtime.chains
  const chains: IssuerOnChain[] = []
  for (const [done, chainId] of configured.entries()) {
    progress({ label: `announcing the key on chain ${chainId}`, done, total: configured.length })
    const announced = await announceIssuer(await runtime.chains.open(chainId), BigInt(key.issuerKey), {
      signal,
    })
    if (announced) chains.push(announced)
  }
  const signs = chains.every(({ state }) => state === 'known' || state === 'added')
  if (signs) await runtime.issuer.rotate()
  const change = { action: 'issuer.rotated', target: 'issuer', detail: { signs, chains: chains.length } }
  await recordChange(runtime.kyc, change, byCommandLine)
  return { key, signs, chains }
}
