import type { BrowserContext } from 'playwright-core'
import { createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

export type LaidWallet = {
  address: `0x${string}`
  signed: string[]
  /** What its owner allows a transaction to use; the wallet's own guess where nothing is said. */
  gas?: bigint | undefined
}

/** A wallet as browsers have one (EIP-1193): its key stays outside of the page. */
export async function layWallet(
  context: BrowserContext,
  options: { rpcUrl?: string } = {},
): Promise<LaidWallet> {
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet: LaidWallet = { address: account.address, signed: [] }
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
        throw new Error(`the wallet does not know ${method}`)
    }
  })
  await context.addInitScript(() => {
    const heard = new Map<string, ((value: unknown) => void)[]>()
    const page = globalThis as unknown as {
      askWallet(method: string, params: unknown[]): Promise<unknown>
      ethereum: object
    }
    page.ethereum = {
      request: ({ method, params = [] }: { method: string; params?: unknown[] }) =>
        page.askWallet(method, params),
      on: (name: string, hear: (value: unknown) => void) =>
        heard.set(name, [...(heard.get(name) ?? []), hear]),
      say: (name: string, value: unknown) => {
        for (const hear of heard.get(name) ?? []) hear(value)
      },
    }
  })
  return wallet
}
