import { OperatorError } from '@touchstone/common'
import { findChainEntry } from '../chains/find-chain.ts'
import type { ChainMinter } from './chain-minter.ts'

/** What a chain lacks before anything can be minted on it. */
export type MissingPart = 'minter' | 'rpc' | 'signer' | 'deployment'

const remedies: Record<MissingPart, string> = {
  minter: 'Minting is there for EVM chains only, so far: choose one of them for the program.',
  rpc: 'Name its nodes in CHAIN_RPC, with the id of the chain.',
  signer: 'Set CHAIN_SIGNER_URL, or CHAIN_KEYSTORE with its password.',
  deployment: 'Deploy the contracts there: npx touchstone chain deploy.',
}

/** Said by everything that would mint on a chain where it can't. */
export function notConfigured(chain: string, lack: MissingPart): OperatorError {
  const name = findChainEntry(chain)?.name ?? `chain ${chain}`
  return new OperatorError({
    code: 'chain.not-configured',
    message: `Nothing can be minted on ${name}: it has no ${lack === 'rpc' ? 'nodes' : lack}.`,
    remedy: remedies[lack],
  })
}

/** Stands for a chain on which nothing can be minted: says what is missing, whatever it is asked. */
export function createUnavailableMinter(chain: string, lack: Exclude<MissingPart, 'minter'>): ChainMinter {
  const isEvm = findChainEntry(chain)?.family === 'evm'
  const refuse = async () => {
    throw notConfigured(chain, isEvm ? lack : 'minter')
  }
  return {
    chain,
    requestMint: refuse,
    mint: refuse,
    tokenOf: refuse,
    waitForToken: refuse,
    requestGrant: refuse,
    grant: refuse,
    revokeKind: refuse,
    revokeGrant: refuse,
    revokeHandle: refuse,
    burn: refuse,
    checkApproval: refuse,
    waitForApproval: refuse,
  }
}
