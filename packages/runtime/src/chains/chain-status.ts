import {
  type ChainEntry,
  chainTable,
  checkDeployment,
  explorerLink,
  type JobStatus,
  NoNodeError,
} from '@touchstone/chain'
import { formatEther } from 'viem'
import { homeChainId } from '../settings/chain-settings.ts'
import type { ChainRegistry, OpenChain } from './chain-registry.ts'

export type ContractView = {
  name: string
  address: string
  /** Whether the deployed code matches this release's version of the contract. */
  code: 'matches' | 'differs' | 'missing'
  link?: string
}

export type ChainStatusView = {
  chainId: string
  name: string
  home: boolean
  state:
    | 'ready'
    | 'no contracts'
    | 'contracts are gone'
    | 'contracts of another version'
    | 'no node answers'
    | 'not configured'
    | 'no minter'
  /** True for the local development chain, whose coins have no value. */
  development?: boolean
  block?: number
  signer?: string
  /** Balance of the signer, from which it pays the fees. */
  balance?: string
  contracts?: ContractView[]
  /** Number of transactions in the journal, by status. */
  jobs?: Partial<Record<JobStatus, number>>
  /** Jobs on the chain that failed or need attention. */
  trouble?: { kind: string; key: string; what: string }[]
}

/** Returns the status of each chain: first the configured chains, then the other supported chains. */
export async function chainStatus(registry: ChainRegistry, only?: string): Promise<ChainStatusView[]> {
  const entries = chainTable.filter(({ id }) => only === undefined || id === only)
  const configured = entries.filter(({ id }) => registry.configured.includes(id))
  const others = entries.filter(({ id }) => !registry.configured.includes(id))
  const views: ChainStatusView[] = []
  for (const entry of configured) views.push(await statusOf(await registry.open(entry.id)))
  return [...views, ...others.map(unconfigured)]
}

function unconfigured({ id, name, family }: ChainEntry): ChainStatusView {
  const state = family === 'evm' ? 'not configured' : 'no minter'
  return { chainId: id, name, home: id === homeChainId, state }
}

async function statusOf(chain: OpenChain): Promise<ChainStatusView> {
  const { id, entry, queue, development } = chain
  const view = {
    chainId: id,
    name: entry.name,
    home: id === homeChainId,
    development,
    signer: queue.signerAddress,
    jobs: await queue.counts(),
    trouble: await troubleOf(chain),
  }
  try {
    const block = Number(await queue.client.getBlockNumber({ cacheTime: 0 }))
    const coins = formatEther(await queue.client.getBalance({ address: queue.signerAddress }))
    const balance = `${coins} ${entry.symbol}`
    const contracts = await contractsOf(chain)
    return {
      ...view,
      state: stateOf(contracts),
      ...{ block, balance },
      ...(contracts && { contracts }),
    }
  } catch (error) {
    if (!isWithoutNode(error)) throw error
    return { ...view, state: 'no node answers' }
  }
}

function stateOf(contracts: readonly ContractView[] | undefined): ChainStatusView['state'] {
  if (!contracts) return 'no contracts'
  if (contracts.some(({ code }) => code === 'missing')) return 'contracts are gone'
  return contracts.some(({ code }) => code === 'differs') ? 'contracts of another version' : 'ready'
}

async function contractsOf(chain: OpenChain): Promise<ContractView[] | undefined> {
  const deployment = chain.deployment()
  if (!deployment) return undefined
  const codes = await checkDeployment(chain.queue.client, deployment)
  return Object.entries(deployment.contracts).map(([name, { address }]) => ({
    name,
    address,
    code: codes[name] ?? 'missing',
    // Block explorers do not show the development chain.
    ...(!chain.development && { link: explorerLink(chain.entry, 'address', address) }),
  }))
}

async function troubleOf({ queue }: OpenChain): Promise<NonNullable<ChainStatusView['trouble']>> {
  const unsettled: JobStatus[] = ['failed', 'queued', 'reserved', 'signed', 'sent', 'included']
  const jobs = await Promise.all(unsettled.map((status) => queue.list({ status, limit: 20 })))
  return jobs.flat().flatMap(({ kind, key, reason, waiting }) => {
    const what = reason?.text ?? (waiting && `waits: ${waiting}`)
    return what === undefined ? [] : [{ kind, key, what }]
  })
}

/** Also searches the causes, because viem wraps transport errors. */
function isWithoutNode(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof NoNodeError || isWithoutNode(error.cause)
}
