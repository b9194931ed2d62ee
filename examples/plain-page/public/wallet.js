/** The wallet of the browser (EIP-1193), as far as the verification needs it; undefined where there is none. */
export function findWallet() {
  const { ethereum } = window
  if (!ethereum) return undefined
  const ask = (method, ...params) => ethereum.request({ method, params })
  return {
    accounts: () => ask('eth_requestAccounts'),
    /** The text as bytes: some wallets would otherwise take one that looks like hexadecimal digits for bytes. */
    sign: ({ message, account }) => ask('personal_sign', toHex(message), account),
    send: ({ from, to, data, value }) =>
      ask('eth_sendTransaction', { from, to, data, value: `0x${BigInt(value).toString(16)}` }),
    onChain: (callback) => ethereum.on?.('chainChanged', callback),
  }
}

function toHex(text) {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return `0x${digits.join('')}`
}
