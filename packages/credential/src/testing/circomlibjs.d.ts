/** The reference of the hash and the signature, by the authors of the circuits' library; it brings no types. */
declare module 'circomlibjs' {
  type Element = Uint8Array
  type Field = { toObject(element: Element): bigint; e(value: bigint): Element }
  export function buildPoseidonReference(): Promise<((inputs: readonly bigint[]) => Element) & { F: Field }>
  export function buildEddsa(): Promise<{
    F: Field
    verifyPoseidon(
      message: Element,
      signature: { R8: [Element, Element]; S: bigint },
      key: [Element, Element],
    ): boolean
  }>
}
