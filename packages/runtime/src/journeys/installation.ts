import { readDeployment } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import type { ProgramRequirement } from '@touchstone/contract'
import { listVersions, type ScreeningContext } from '@touchstone/screening'
import type { Installation, Lack } from '@touchstone/verification'
import { homeChainId } from '../settings/chain-settings.ts'
import type { Settings } from '../settings/read-settings.ts'
import type { OpenCheckers } from './open-checkers.ts'

/**
 * Reports what the installation lacks for verifications. Asks no chain and no mail server, so that it can run
 * whenever a person opens a verification.
 */
export function createInstallation(options: {
  settings: Settings
  screening: Pick<ScreeningContext, 'database'>
  checkers: Pick<OpenCheckers, 'faceLimits' | 'faces' | 'gallery' | 'queue' | 'verifier'>
  /** Ids of the chains for which a node is configured. */
  chains: readonly string[]
}): Installation {
  const { settings, screening, checkers, chains } = options
  const lackOf: Record<
    ProgramRequirement,
    (chainId: string) => Promise<Omit<Lack, 'requirement'> | undefined>
  > = {
    async 'sanctions-list'() {
      const versions = await listVersions(screening)
      if (versions.some(({ state }) => state === 'current')) return undefined
      return {
        found: 'no sanctions list is imported',
        remedy: 'Import a list: touchstone list import --help',
      }
    },
    'face-check': () =>
      failureOf(async () => {
        checkers.faceLimits()
        await checkers.gallery()
        // Fails if workers measure faces and none is running.
        if (checkers.queue) await checkers.queue.faces('')
      }),
    'proof-keys': () => failureOf(async () => void (await checkers.verifier())),
    'home-chain': () => lackOfChain(homeChainId),
    'result-chain': (chainId) => lackOfChain(chainId),
  }
  const lackOfChain = async (chainId: string) => {
    if (!chains.includes(chainId)) {
      return {
        found: `no node is configured for chain ${chainId}`,
        remedy: `Set CHAIN_RPC, for example CHAIN_RPC="${chainId}=https://node.example", and a signing key.`,
      }
    }
    return await failureOf(async () => {
      if (readDeployment(settings.chain.deployments, Number(chainId))) return
      throw new OperatorError({
        code: 'chain.not-configured',
        message: `no contracts are deployed on chain ${chainId}`,
        remedy: `Run touchstone chain deploy --chain ${chainId}, or copy the file with their addresses to CHAIN_DEPLOYMENTS.`,
      })
    })
  }
  return {
    async lack(requirement, chainId) {
      const found = await lackOf[requirement](chainId)
      return found && { requirement, ...found }
    },
  }
}

/** Returns the operator's error of a check. Other errors, such as an unavailable store, are not a lack. */
async function failureOf(check: () => Promise<void>): Promise<Omit<Lack, 'requirement'> | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { found: error.message, remedy: error.remedy }
  }
}
