/** How the addresses of one network are written and stored. */
export type AddressForm = {
  /** `undefined`: not an address of this network. */
  parse(text: string): { readonly text: string; readonly bytes: Uint8Array } | undefined
  /** The canonical text; `undefined`: no bytes that `parse` would make. */
  format(bytes: Uint8Array): string | undefined
}
