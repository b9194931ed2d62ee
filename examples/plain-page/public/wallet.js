/** Returns the wallet functions that the verification needs (EIP-1193), or undefined if the browser has no wallet. */
export function findWallet() {
  const { ethereum } = window
  if (!ethereum) return undefined
  const ask = (method, ...params) => ethereum.request({ method, params })
  return {
    accounts: () => ask('eth_requestAccounts'),
    /** Sends the text as bytes, because some wallets decode text that looks like hexadecimal digits. */
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
