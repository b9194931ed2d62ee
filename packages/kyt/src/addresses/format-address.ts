import { addressForms } from './address-forms.ts'
import type { Network } from './networks.ts'

/** The canonical text of the bytes that `parseAddress` made. */
export function formatAddress(network: Network, bytes: Uint8Array): string {
  const text = addressForms[network].format(bytes)
  if (text === undefined) throw new RangeError(`${bytes.length} bytes that are no address of ${network}`)
  return text
}
