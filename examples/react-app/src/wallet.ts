import type { Provider } from '@touchstone/widget'

type Ethereum = {
  request(question: { method: string; params: unknown[] }): Promise<unknown>
  on?(event: 'chainChanged', callback: (chainId: string) => void): void
  removeListener?(event: 'chainChanged', callback: (chainId: string) => void): void
}

/** Returns the browser's wallet (EIP-1193) in the form of the widget's provider, or undefined if there is none. */
export function findWallet() {
  const { ethereum } = window as Window & { ethereum?: Ethereum }
  if (!ethereum) return undefined
  const ask = (method: string, ...params: unknown[]) => ethereum.request({ method, params })
  const signing: Pick<Provider, 'signMessage' | 'delegateTransaction'> = {
    signMessage: ({ message, account }) => ask('personal_sign', toHex(message), account),
    delegateTransaction: async ({ from, to, data, value }) =>
      String(await ask('eth_sendTransaction', { from, to, data, value: `0x${BigInt(value).toString(16)}` })),
  }
  return {
    ...signing,
    accounts: async () => (await ask('eth_requestAccounts')) as string[],
    onChain(callback: (chainId: string) => void) {
      ethereum.on?.('chainChanged', callback)
      return () => ethereum.removeListener?.('chainChanged', callback)
    },
  }
}

function toHex(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return `0x${bytes.join('')}`
}
