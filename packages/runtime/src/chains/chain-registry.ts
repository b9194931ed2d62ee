import { join } from 'node:path'
import {
  type ChainMinter,
  type ChainSigner,
  createMinter,
  createUnavailableMinter,
  type Deployment,
  type DevNode,
  type EvmChain,
  findEvmChain,
  fundDevAccount,
  type JobStatus,
  notConfigured,
  openRpc,
  openTransactionQueue,
  readDeployment,
  startDevNode,
  svcSbtAbi,
  svcVerifierAbi,
  type TransactionQueue,
} from '@touchstone/chain'
import type { Clock, Logger, Vault } from '@touchstone/common'
import { chainJobStates } from '@touchstone/contract'
import type { Database } from '@touchstone/storage'
import { homeChainId } from '../settings/chain-settings.ts'
import type { Settings } from '../settings/read-settings.ts'
import { openSigner } from './open-signer.ts'

/** A connected chain. Its transaction queue runs while the chain is open. */
export type OpenChain = {
  readonly id: string
  readonly entry: EvmChain
  readonly queue: TransactionQueue
  /**
   * True for the built-in development node, whose coins have no value and whose blocks are final immediately.
   */
  readonly development: boolean
  /** URL of the development node. URLs of other nodes can contain secrets and are never exposed. */
  readonly developmentUrl?: string
  /** Addresses of the deployed contracts, or undefined before deployment. */
  deployment(): Deployment | undefined
}

/** Opens chains on first use. */
export type ChainRegistry = {
  /** Ids of the chains for which a node is configured. */
  readonly configured: readonly string[]
  /** Opens a chain. Fails with `chain.not-configured` if the settings do not specify a node for the chain. */
  open(chainId: string): Promise<OpenChain>
  /** Returns a minter. If the chain cannot mint, every call fails with the reason. */
  minter(chainId: string): Promise<ChainMinter>
  /** Counts the transactions per status on the open chains, for metrics. */
  counts(): Promise<{ chainId: string; status: JobStatus; count: number }[]>
  close(): Promise<void>
}

/** The development chain's blocks are never reorganised, because the service is their only writer. */
const developmentFinality = { blocks: 0 }
const developmentPace = { paceMs: 100, rebroadcastMs: 2000, lostAfterMs: 500 }

export function createChainRegistry(options: {
  settings: Settings
  database: Database
  clock: Clock
  vault: Vault
  logger: Logger
}): ChainRegistry {
  const { settings, vault, logger } = options
  const hasDevelopmentChain = !settings.production && !settings.chain.nodes.has(homeChainId)
  const configured = [...(hasDevelopmentChain ? [homeChainId] : []), ...settings.chain.nodes.keys()]
  const stop = new AbortController()
  const opened = new Map<string, Promise<OpenChain>>()
  const running: Promise<void>[] = []
  let signer: Promise<ChainSigner> | undefined
  let devNode: DevNode | undefined

  const open = async (chainId: string): Promise<OpenChain> => {
    const entry = findEvmChain(Number(chainId))
    const nodes = settings.chain.nodes.get(chainId)
    const development = hasDevelopmentChain && chainId === homeChainId
    if (!entry || (nodes === undefined && !development)) throw notConfigured(chainId, 'rpc')
    signer ??= openSigner(settings, vault)
    const { address } = await signer

    let queue: TransactionQueue | undefined
    if (development) {
      devNode = await startDevNode({
        folder: join(settings.dataFolder, 'chain', chainId),
        chainId: entry.chainId,
        logger,
        onRestart: () => {
          const recover = async () => {
            if (!devNode) return
            await fundDevAccount(devNode, address)
            await queue?.reconcile()
          }
          recover().catch((error: unknown) => {
            logger.error(
              { chainId, reason: (error as Error).message },
              'development chain could not be recovered',
            )
          })
        },
      })
      await fundDevAccount(devNode, address)
    }
    const urls =
      devNode && development ? [devNode.url] : nodes === 'public' ? entry.publicRpcs : (nodes ?? [])
    const rpc = openRpc({ chainId: entry.chainId, urls, clock: options.clock, logger })
    queue = await openTransactionQueue(options, {
      chainId: entry.chainId,
      rpc,
      signer: await signer,
      errors: [...svcSbtAbi, ...svcVerifierAbi],
      ...(development && { finality: developmentFinality, policy: developmentPace }),
    })
    running.push(queue.run(stop.signal))
    const deployment = () => readDeployment(settings.chain.deployments, entry.chainId)
    const place = development && devNode ? { developmentUrl: devNode.url } : {}
    return { id: chainId, entry, queue, development, ...place, deployment }
  }

  const openOnce = (chainId: string): Promise<OpenChain> => {
    const known = opened.get(chainId)
    if (known) return known
    const opening = open(chainId).catch((error: unknown) => {
      opened.delete(chainId)
      throw error
    })
    opened.set(chainId, opening)
    return opening
  }

  return {
    configured,
    open: openOnce,
    async minter(chainId) {
      if (!configured.includes(chainId)) return createUnavailableMinter(chainId, 'rpc')
      const { queue, deployment } = await openOnce(chainId)
      const contracts = deployment()?.contracts
      if (!contracts) return createUnavailableMinter(chainId, 'deployment')
      return createMinter({ queue, sbt: contracts.SvcSBT.address, verifier: contracts.SvcVerifier.address })
    },
    async counts() {
      const counted = [...opened.entries()].map(async ([chainId, opening]) => {
        const counts = await (await opening).queue.counts()
        return chainJobStates.flatMap((status) => {
          const count = counts[status]
          return count === undefined ? [] : [{ chainId, status, count }]
        })
      })
      return (await Promise.all(counted)).flat()
    },
    async close() {
      stop.abort()
      await Promise.allSettled([...opened.values()])
      await Promise.allSettled(running)
      await devNode?.stop()
    },
  }
}
