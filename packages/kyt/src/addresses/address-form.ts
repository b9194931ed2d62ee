/** Parses and formats one network's addresses. */
export type AddressForm = {
  /** Returns `undefined` if the text is not a valid address on this network. */
  parse(text: string): { readonly text: string; readonly bytes: Uint8Array } | undefined
  /** Returns the canonical text of an address, or `undefined` for bytes that `parse` never returns. */
  format(bytes: Uint8Array): string | undefined
}
