import { randomBytes } from 'node:crypto'
import { createManualClock, type Logger, type ManualClock, silentLogger } from '@touchstone/common'
import { type Database, migrate } from '@touchstone/storage'
import {
  type Address,
  bytesToHex,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  stringToHex,
  toFunctionSelector,
} from 'viem'
import { chainMigrations } from '../../migrations/index.ts'
import { openRpc } from '../../rpc/open-rpc.ts'
import type { ChainSigner } from '../../signer/chain-signer.ts'
import { createKeySigner } from '../../signer/create-key-signer.ts'
import type { JobRequest } from '../chain-job.ts'
import { openTransactionQueue, type TransactionQueueOptions } from '../open-transaction-queue.ts'
import type { TransactionQueue } from '../transaction-queue.ts'
import { createFaultyFetch, type Fault } from './faulty-fetch.ts'
import { tallyContract } from './tally-contract.ts'

/** The methods of a test node that these tests use. */
export type TestNode = {
  readonly url: string
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>
}

export type TallyWorld = {
  readonly clock: ManualClock
  readonly signer: ChainSigner
  readonly privateKey: Hex
  readonly contract: Address
  /** Opens another queue on the same store, as a separate process would. */
  open(
    options?: Partial<TransactionQueueOptions> & {
      faults?: readonly (Fault | undefined)[]
      database?: Database
    },
  ): Promise<TransactionQueue>
  count(name: string, options?: Partial<JobRequest>): JobRequest
  /** Returns how many times the contract has counted the id. */
  timesOf(name: string): Promise<number>
  total(): Promise<number>
}

/**
 * Creates a funded signer, a `Tally` contract on a node, and a journal in a store. For tests and benchmarks
 * only.
 */
export async function createTallyWorld(options: {
  node: TestNode
  database: Database
  chainId?: number
  logger?: Logger
  privateKey?: Hex
  policy?: TransactionQueueOptions['policy']
}): Promise<TallyWorld> {
  const { node, database, chainId = 31337, logger = silentLogger } = options
  const clock = createManualClock(Date.UTC(2026, 0, 1))
  const privateKey = options.privateKey ?? bytesToHex(randomBytes(32))
  const signer = createKeySigner(privateKey)
  await node.rpc('anvil_setBalance', signer.address, numberToHex(10n ** 20n))
  await migrate({ database, migrations: chainMigrations })

  const contract = await deployTally(node)
  const read = async (data: Hex) => {
    const answer = await node.rpc<Hex>('eth_call', { to: contract, data }, 'latest')
    return Number(answer)
  }
  const idOf = (name: string) => keccak256(stringToHex(name))
  const { abi } = tallyContract
  return {
    clock,
    signer,
    privateKey,
    contract,
    open: ({ faults = [undefined], database: other = database, ...more } = {}) =>
      openTransactionQueue(
        { database: other, clock, logger },
        {
          chainId,
          signer,
          finality: { blocks: 0 },
          errors: abi,
          rpc: openRpc({
            chainId,
            clock,
            logger,
            urls: faults.map((_, index) => `${node.url}/?${index}`),
            fetch: fetchWith(node.url, faults),
          }),
          ...more,
          policy: { paceMs: 20, lostAfterMs: 0, foreignBlocks: 0, ...options.policy, ...more.policy },
        },
      ),
    count: (name, more = {}) => ({
      key: name,
      kind: 'count',
      to: contract,
      data: encodeFunctionData({ abi, functionName: 'count', args: [idOf(name)] }),
      doneErrors: [toFunctionSelector('Once(bytes32,uint256)')],
      expectedLog: {
        address: contract,
        topics: encodeEventTopics({ abi, eventName: 'Counted', args: { id: idOf(name) } }) as Hex[],
      },
      ...more,
    }),
    timesOf: (name) => read(encodeFunctionData({ abi, functionName: 'timesOf', args: [idOf(name)] })),
    total: () => read(encodeFunctionData({ abi, functionName: 'total' })),
  }
}

/** All nodes in a test share one URL. The query string selects the node. */
function fetchWith(url: string, faults: readonly (Fault | undefined)[]): typeof globalThis.fetch {
  const fetches = faults.map((fault) => (fault ? createFaultyFetch(fault) : globalThis.fetch))
  return (target, init) => (fetches[Number(new URL(String(target)).search.slice(1))] ?? fetch)(url, init)
}

async function deployTally(node: TestNode): Promise<Address> {
  const [from] = await node.rpc<Address[]>('eth_accounts')
  const hash = await node.rpc<Hex>('eth_sendTransaction', {
    from,
    data: tallyContract.bytecode,
    gas: '0x100000',
  })
  await node.rpc('anvil_mine', '0x1')
  const receipt = await node.rpc<{ contractAddress: Address }>('eth_getTransactionReceipt', hash)
  return receipt.contractAddress
}
