import { addressForms } from './address-forms.ts'
import type { Network } from './networks.ts'

/** However it was written, an address has one text and one row of bytes: the ledger and the labels meet in them. */
export type Address = { readonly network: Network; readonly text: string; readonly bytes: Uint8Array }

/** `undefined`: not an address of this network (checksum, length, alphabet, another or a test network, blanks around). */
export function parseAddress(network: Network, text: string): Address | undefined {
  const parsed = addressForms[network].parse(text)
  return parsed && { network, text: parsed.text, bytes: parsed.bytes }
}
