import {
  ContractDecoder,
  EdrContext,
  GENERIC_CHAIN_TYPE,
  genericChainProviderFactory,
  l1GenesisState,
  l1HardforkFromString,
  MineOrdering,
} from '@nomicfoundation/edr'
import { type Hex, hexToBytes } from 'viem'
import { JsonRpcFailure } from './json-rpc-failure.ts'

/** What decides a chain's genesis block: the same options give the same block. */
export type EngineOptions = {
  chainId: number
  /** Seconds since the Unix epoch. */
  genesisTime: number
  /** A name as the engine spells it, `Prague` for example. */
  hardfork: string
  /** Accounts that exist from the start and that the engine signs for. */
  accounts?: readonly { address: Hex; privateKey: Hex; balance: bigint }[]
}

/** An EVM chain in the memory of this process. It mines only when it is asked to. */
export type Engine = {
  /** Throws a {@link JsonRpcFailure} with the engine's own code, message and data. */
  request<Result>(method: string, params?: readonly unknown[]): Promise<Result>
}

/** Blocks of mainnet's size: contracts that do not fit here do not fit there. */
const blockGasLimit = 30_000_000n
const transactionGasLimit = 16_000_000n
const gwei = 1_000_000_000n

/** The engine writes a warning to standard error when a process opens a second context. */
let context: Promise<EdrContext> | undefined

async function openContext(): Promise<EdrContext> {
  const opened = new EdrContext()
  await opened.registerProviderFactory(GENERIC_CHAIN_TYPE, genericChainProviderFactory())
  return opened
}

export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { chainId, genesisTime, hardfork, accounts = [] } = options
  context ??= openContext()
  const provider = await (await context).createProvider(
    GENERIC_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      chainId: BigInt(chainId),
      networkId: BigInt(chainId),
      coinbase: new Uint8Array(20),
      defaultTransactionGasLimit: transactionGasLimit,
      genesisState: [
        ...l1GenesisState(l1HardforkFromString(hardfork)),
        ...accounts.map(({ address, balance }) => ({ address: hexToBytes(address), balance })),
      ],
      hardfork,
      initialBaseFeePerGas: gwei,
      initialParentBeaconBlockRoot: new Uint8Array(32),
      minGasPrice: 0n,
      // With the engine's own mining on, it refuses a nonce that is ahead, which parallel senders need.
      mining: { autoMine: false, blockGasLimit, memPool: { order: MineOrdering.Priority } },
      network: {
        genesisBlockGasLimit: blockGasLimit,
        genesisBlockTime: BigInt(genesisTime),
        genesisBlobGas: { gasUsed: 0n, excessGas: 0n },
      },
      observability: {},
      ownedAccounts: accounts.map(({ privateKey }) => privateKey),
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new ContractDecoder(),
  )

  return {
    async request<Result>(method: string, params: readonly unknown[] = []) {
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const { data } = await provider.handleRequest(request)
      // Long answers come parsed, short ones as text.
      const answer = (typeof data === 'string' ? JSON.parse(data) : data) as {
        result?: Result
        error?: { code: number; message: string; data?: unknown }
      }
      if (answer.error) throw new JsonRpcFailure(answer.error)
      return answer.result as Result
    },
  }
}
