import { findChainEntry } from '../chains/find-chain.ts'
import type { ChainMinter } from './chain-minter.ts'
import { type Lack, notConfigured } from './not-configured.ts'

/** Stands for a chain on which nothing can be minted: says what is missing, whatever it is asked. */
export function createMissingMinter(chain: string, lack: Exclude<Lack, 'minter'>): ChainMinter {
  const isEvm = findChainEntry(chain)?.family === 'evm'
  const refuse = async () => {
    throw notConfigured(chain, isEvm ? lack : 'minter')
  }
  return {
    chain,
    askMint: refuse,
    mint: refuse,
    tokenOf: refuse,
    settledToken: refuse,
    askGrant: refuse,
    grant: refuse,
    revokeKind: refuse,
    revokeGrant: refuse,
    revokeHandle: refuse,
    burn: refuse,
    lookForApproval: refuse,
    waitForApproval: refuse,
  }
}
