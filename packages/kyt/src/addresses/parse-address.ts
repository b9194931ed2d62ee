import { addressForms } from './address-forms.ts'
import { evm } from './evm.ts'
import type { Network } from './networks.ts'

/** However it was written, an address has one text and one row of bytes: the ledger and the labels meet in them. */
export type Address = { readonly network: Network; readonly text: string; readonly bytes: Uint8Array }

/** `undefined`: not an address of this network (checksum, length, alphabet, another or a test network, blanks around). */
export function parseAddress(network: Network, text: string): Address | undefined {
  const parsed = addressForms[network].parse(text)
  return parsed && { network, text: parsed.text, bytes: parsed.bytes }
}

/** An address's bytes in hex. Every row of a ledger has two: the form that most come in is taken as it is. */
export function parseAddressHex(network: Network, text: string): string | undefined {
  if (addressForms[network] === evm && lowerCase.test(text)) return text.slice(2)
  const parsed = addressForms[network].parse(text)
  return parsed && Buffer.from(parsed.bytes).toString('hex')
}

const lowerCase = /^0x[0-9a-f]{40}$/

/** The canonical text of the bytes that `parseAddress` made. */
export function formatAddress(network: Network, bytes: Uint8Array): string {
  const text = addressForms[network].format(bytes)
  if (text === undefined) throw new RangeError(`${bytes.length} bytes that are no address of ${network}`)
  return text
}
