import type { BrowserContext } from 'playwright-core'
import { createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

export type InjectedWallet = {
  address: `0x${string}`
  key: `0x${string}`
  signed: string[]
  /** The gas limit that the wallet's owner sets. Default: the wallet's estimate. */
  gas?: bigint | undefined
}

/** Injects a browser wallet (EIP-1193). Its key remains outside the page. */
export async function injectWallet(
  context: BrowserContext,
  options: { rpcUrl?: string; key?: `0x${string}` } = {},
): Promise<InjectedWallet> {
  const { key = generatePrivateKey() } = options
  const account = privateKeyToAccount(key)
  const wallet: InjectedWallet = { address: account.address, key, signed: [] }
  await context.exposeBinding('askWallet', async (_, method: string, params: unknown[]) => {
    switch (method) {
      case 'eth_requestAccounts':
        return [account.address]
      case 'personal_sign': {
        const raw = params[0] as `0x${string}`
        wallet.signed.push(Buffer.from(raw.slice(2), 'hex').toString('utf8'))
        return await account.signMessage({ message: { raw } })
      }
      case 'eth_sendTransaction': {
        const { to, data } = params[0] as { to: `0x${string}`; data: `0x${string}` }
        const client = createWalletClient({ account, transport: http(options.rpcUrl) })
        return await client.sendTransaction({ to, data, chain: null, ...(wallet.gas && { gas: wallet.gas }) })
      }
      default:
        throw new Error(`the wallet does not support ${method}`)
    }
  })
  await context.addInitScript(() => {
    const listeners = new Map<string, ((value: unknown) => void)[]>()
    const page = globalThis as unknown as {
      askWallet(method: string, params: unknown[]): Promise<unknown>
      ethereum: object
    }
    page.ethereum = {
      request: ({ method, params = [] }: { method: string; params?: unknown[] }) =>
        page.askWallet(method, params),
      on: (name: string, listener: (value: unknown) => void) =>
        listeners.set(name, [...(listeners.get(name) ?? []), listener]),
      say: (name: string, value: unknown) => {
        for (const listener of listeners.get(name) ?? []) listener(value)
      },
    }
  })
  return wallet
}
