import { addressForms } from './address-forms.ts'
import { evm } from './evm.ts'
import type { Network } from './networks.ts'

/**
 * A parsed address. All spellings of an address have the same canonical text and the same bytes. The ledger
 * and the labels identify addresses by their bytes.
 */
export type Address = { readonly network: Network; readonly text: string; readonly bytes: Uint8Array }

/**
 * Returns `undefined` for text that is not a valid address on this network: for example, because its
 * checksum, length or alphabet is wrong, because it has surrounding whitespace, or because it is an address
 * on another network or a test network.
 */
export function parseAddress(network: Network, text: string): Address | undefined {
  const parsed = addressForms[network].parse(text)
  return parsed && { network, text: parsed.text, bytes: parsed.bytes }
}

/**
 * Returns an address's bytes in hex. Converts the most common form directly, because every row of a ledger
 * has two addresses.
 */
export function parseAddressHex(network: Network, text: string): string | undefined {
  if (addressForms[network] === evm && lowerCase.test(text)) return text.slice(2)
  const parsed = addressForms[network].parse(text)
  return parsed && Buffer.from(parsed.bytes).toString('hex')
}

const lowerCase = /^0x[0-9a-f]{40}$/

/** Returns the canonical text for bytes returned by `parseAddress`. */
export function formatAddress(network: Network, bytes: Uint8Array): string {
  const text = addressForms[network].format(bytes)
  if (text === undefined) throw new RangeError(`${bytes.length} bytes are not a valid ${network} address`)
  return text
}
