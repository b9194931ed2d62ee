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

/** The options that determine a chain's genesis block. */
export type EngineOptions = {
  chainId: number
  /** Seconds since the Unix epoch. */
  genesisTime: number
  /** The name as spelled by the engine, for example `Prague`. */
  hardfork: string
  /** Accounts that exist from the start and for which the engine signs. */
  accounts?: readonly { address: Hex; privateKey: Hex; balance: bigint }[]
}

/** An in-memory EVM chain, which mines only on request. */
export type Engine = {
  /** Throws a {@link JsonRpcFailure} with the code, message and data of the engine's error. */
  request<Result>(method: string, params?: readonly unknown[]): Promise<Result>
}

/** Mainnet's limits. The development chain also rejects contracts that exceed these limits. */
const blockGasLimit = 30_000_000n
const transactionGasLimit = 16_000_000n
const gwei = 1_000_000_000n

/** Use one context per process, because the engine prints a warning when a second one is created. */
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
      // With automatic mining, the engine rejects transactions whose nonce is not the sender's next nonce.
      // Parallel senders need such transactions.
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
      // The engine returns long responses as parsed objects and short responses as text.
      const answer = (typeof data === 'string' ? JSON.parse(data) : data) as {
        result?: Result
        error?: { code: number; message: string; data?: unknown }
      }
      if (answer.error) throw new JsonRpcFailure(answer.error)
      return answer.result as Result
    },
  }
}
