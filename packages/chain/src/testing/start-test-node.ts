import { systemClock } from '@touchstone/common'
import { bytesToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { callNode } from '../dev-node/call-node.ts'
import { openDevChain } from '../dev-node/dev-chain.ts'
import { openEngine } from '../dev-node/open-engine.ts'
import { serveChain } from '../dev-node/serve-chain.ts'

export type TestNode = {
  readonly url: string
  rpc<Result = unknown>(method: string, ...params: unknown[]): Promise<Result>
  stop(): Promise<void>
}

/** The default mnemonic of development nodes. */
const mnemonic = 'test test test test test test test test test test test junk'
const balance = 10_000n * 10n ** 18n

/** The accounts are derived once per process, because key stretching is slow. */
let accounts: ReturnType<typeof richAccounts> | undefined

function richAccounts() {
  return Array.from({ length: 10 }, (_, addressIndex) => {
    const account = mnemonicToAccount(mnemonic, { addressIndex })
    const privateKey = bytesToHex(account.getHdKey().privateKey ?? new Uint8Array())
    return { address: account.address, privateKey, balance }
  })
}

/**
 * Starts a separate chain in this process on a free port, with ten funded accounts for which the node signs.
 * Supports reorganisations (`anvil_reorg`). When the chain stops, its state is lost.
 */
export async function startTestNode(
  options: {
    chainId?: number
    hardfork?: string
    /** Initial timestamp of the chain, in seconds. */
    time?: number
    automine?: boolean
  } = {},
): Promise<TestNode> {
  const { chainId = 31337, hardfork = 'Prague', time, automine = true } = options
  accounts ??= richAccounts()
  const genesisTime = time ?? Math.floor(systemClock.now() / 1000)
  const engine = await openEngine({ chainId, hardfork, genesisTime, accounts })
  const chain = await openDevChain({
    engine,
    clock: systemClock,
    automine,
    reorganisable: true,
    ...(time !== undefined && { time }),
  })
  const { url, close } = await serveChain({ chain })
  return {
    url,
    rpc: <Result>(method: string, ...params: unknown[]) => callNode<Result>(url, method, params),
    stop: close,
  }
}
