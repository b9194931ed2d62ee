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
  type PoseidonFunction = {
    readonly type: 'function'
    readonly name: 'poseidon'
    readonly stateMutability: 'pure'
    readonly inputs: readonly [{ readonly name: 'inputs'; readonly type: 'uint256[]' }]
    readonly outputs: readonly [{ readonly name: ''; readonly type: 'uint256' }]
  }
  /** The hash as a contract, of so many inputs. */
  export const poseidonContract: {
    createCode(inputs: number): string
    generateABI(inputs: number): readonly [PoseidonFunction]
  }
}
