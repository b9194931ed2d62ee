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
import type { ChainDesk, OpenChain } from './chain-desk.ts'
import { schemasOnChain } from './schemas-on-chain.ts'

export type ContractView = {
  name: string
  address: string
  /** Whether the code that stands there is this version's. */
  code: 'matches' | 'differs' | 'missing'
  link?: string
}

export type ChainStatusView = {
  chainId: string
  name: string
  home: boolean
  state: 'ready' | 'no contracts' | 'contracts are gone' | 'no node answers' | 'not configured' | 'no minter'
  /** A chain of this machine, with made-up coins. */
  development?: boolean
  block?: number
  signer?: string
  /** Of the signer, to pay fees with. */
  balance?: string
  contracts?: ContractView[]
  /** Which schemas of credentials the verification contract takes: the first one said nothing of what was checked. */
  schemas?: string
  /** How many transactions the journal has, by how far they are. */
  jobs?: Partial<Record<JobStatus, number>>
  /** What somebody should look at: jobs that failed or wait for help. */
  trouble?: { kind: string; key: string; what: string }[]
}

/** Chains that have a node first, then what could be configured. */
export async function chainStatus(desk: ChainDesk, only?: string): Promise<ChainStatusView[]> {
  const entries = chainTable.filter(({ id }) => only === undefined || id === only)
  const configured = entries.filter(({ id }) => desk.configured.includes(id))
  const others = entries.filter(({ id }) => !desk.configured.includes(id))
  const views: ChainStatusView[] = []
  for (const entry of configured) views.push(await statusOf(await desk.open(entry.id)))
  return [...views, ...others.map(unconfigured)]
}

function unconfigured({ id, name, family }: ChainEntry): ChainStatusView {
  const state = family === 'evm' ? 'not configured' : 'no minter'
  return { chainId: id, name, home: id === homeChainId, state }
}

async function statusOf(chain: OpenChain): Promise<ChainStatusView> {
  const { id, entry, line, development } = chain
  const view = {
    chainId: id,
    name: entry.name,
    home: id === homeChainId,
    development,
    signer: line.signerAddress,
    jobs: await line.counts(),
    trouble: await troubleOf(chain),
  }
  try {
    const block = Number(await line.client.getBlockNumber({ cacheTime: 0 }))
    const coins = formatEther(await line.client.getBalance({ address: line.signerAddress }))
    const balance = `${coins} ${entry.symbol}`
    const contracts = await contractsOf(chain)
    const schemas = await schemasOf(chain)
    return {
      ...view,
      state: stateOf(contracts),
      ...{ block, balance },
      ...(contracts && { contracts }),
      ...(schemas && { schemas }),
    }
  } catch (error) {
    if (!isWithoutNode(error)) throw error
    return { ...view, state: 'no node answers' }
  }
}

function stateOf(contracts: readonly ContractView[] | undefined): ChainStatusView['state'] {
  if (!contracts) return 'no contracts'
  return contracts.some(({ code }) => code === 'missing') ? 'contracts are gone' : 'ready'
}

async function schemasOf(chain: OpenChain): Promise<string | undefined> {
  const verifier = chain.deployment()?.contracts.SvcVerifier.address
  if (!verifier || !(await chain.line.client.getCode({ address: verifier }))) return undefined
  const schemas = await schemasOnChain(chain, verifier)
  if (!schemas) return '1 (contracts of an earlier version)'
  if (schemas.ended) return '2 (1 was ended)'
  return schemas.former.length === 0 ? '2' : '1 and 2'
}

async function contractsOf(chain: OpenChain): Promise<ContractView[] | undefined> {
  const deployment = chain.deployment()
  if (!deployment) return undefined
  const codes = await checkDeployment(chain.line.client, deployment)
  return Object.entries(deployment.contracts).map(([name, { address }]) => ({
    name,
    address,
    code: codes[name] ?? 'missing',
    // Nobody can look at a chain of this machine.
    ...(!chain.development && { link: explorerLink(chain.entry, 'address', address) }),
  }))
}

async function troubleOf({ line }: OpenChain): Promise<NonNullable<ChainStatusView['trouble']>> {
  const unsettled: JobStatus[] = ['failed', 'queued', 'reserved', 'signed', 'sent', 'included']
  const jobs = await Promise.all(unsettled.map((status) => line.list({ status, limit: 20 })))
  return jobs.flat().flatMap(({ kind, key, reason, waiting }) => {
    const what = reason?.text ?? (waiting && `waits: ${waiting}`)
    return what === undefined ? [] : [{ kind, key, what }]
  })
}

/** The client of the chain wraps what its nodes throw. */
function isWithoutNode(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof NoNodeError || isWithoutNode(error.cause)
}
