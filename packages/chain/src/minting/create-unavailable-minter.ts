import { OperatorError } from '@touchstone/common'
import { findChainEntry } from '../chains/find-chain.ts'
import type { ChainMinter } from './chain-minter.ts'

/** The part of the setup that is missing. */
export type MissingPart = 'minter' | 'rpc' | 'signer' | 'deployment'

const remedies: Record<MissingPart, string> = {
  minter: 'Minting is supported only on EVM chains. Choose one of them for the program.',
  rpc: "Set CHAIN_RPC to the chain's id and its nodes.",
  signer: 'Set CHAIN_SIGNER_URL, or CHAIN_KEYSTORE with its password.',
  deployment: 'Deploy the contracts with "npx touchstone chain deploy".',
}

/** Creates the error for minting on a chain that lacks the required setup. */
export function notConfigured(chain: string, lack: MissingPart): OperatorError {
  const name = findChainEntry(chain)?.name ?? `chain ${chain}`
  return new OperatorError({
    code: 'chain.not-configured',
    message: `Minting is not available on ${name}: no ${lack === 'rpc' ? 'nodes' : lack} configured.`,
    remedy: remedies[lack],
  })
}

/**
 * Creates a minter for a chain on which minting is not available. Every method rejects with an error that
 * names the missing requirement.
 */
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
    tokenInJournal: refuse,
    waitForToken: refuse,
    requestGrant: refuse,
    grant: refuse,
    revokeKind: refuse,
    revokeGrant: refuse,
    revokeHandle: refuse,
    requestSuspension: refuse,
    burn: refuse,
    checkApproval: refuse,
    waitForApproval: refuse,
  }
}
