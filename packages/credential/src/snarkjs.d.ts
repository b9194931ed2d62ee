/** The part of snarkjs that is used here. The package has no types. */
declare module 'snarkjs' {
  type Memory = { type: 'mem'; data?: Uint8Array }
  type Source = string | Uint8Array | Memory
  type Logger = {
    debug(text: string): void
    info(text: string): void
    warn(text: string): void
    error(text: string): void
  }
  type Point = Uint8Array
  type Group = {
    fromObject(coordinates: readonly unknown[]): Point
    isValid(point: Point): boolean
    isZero(point: Point): boolean
    add(a: Point, b: Point): Point
    neg(point: Point): Point
    timesScalar(point: Point, scalar: bigint): Point
  }
  export type Curve = {
    readonly r: bigint
    readonly q: bigint
    readonly G1: Group
    readonly G2: Group
    /** Returns whether the product of the pairings is one. The arguments alternate between points of G1 and G2. */
    pairingEq(...points: Point[]): Promise<boolean>
    terminate(): Promise<void>
  }
  export type VerificationKey = {
    protocol: string
    curve: string
    nPublic: number
    vk_alpha_1: string[]
    vk_beta_2: string[][]
    vk_gamma_2: string[][]
    vk_delta_2: string[][]
    IC: string[][]
  }
  export const curves: {
    getCurveFromName(name: string, options?: { singleThread?: boolean }): Promise<Curve>
  }
  export const groth16: {
    prove(
      provingKey: Source,
      witness: Source,
      logger?: Logger,
      options?: { singleThread?: boolean },
    ): Promise<{
      proof: { pi_a: string[]; pi_b: string[][]; pi_c: string[] }
      publicSignals: string[]
    }>
  }
  export const powersOfTau: {
    newAccumulator(curve: Curve, power: number, file: string): Promise<unknown>
    beacon(from: string, to: string, name: string, hash: string, iterations: number): Promise<unknown>
    preparePhase2(from: string, to: string, logger?: Logger): Promise<unknown>
  }
  export const zKey: {
    /** Returns -1 if the circuit does not fit the powers of tau. */
    newZKey(r1cs: string, ptau: string, to: string, logger?: Logger): Promise<Uint8Array | -1>
    contribute(from: string, to: string, name: string, entropy: string): Promise<Uint8Array>
    beacon(
      from: string,
      to: string,
      name: string,
      hash: string,
      iterations: number,
    ): Promise<Uint8Array | false>
    verifyFromR1cs(r1cs: string, ptau: string, key: string, logger?: Logger): Promise<boolean>
    exportVerificationKey(key: string): Promise<VerificationKey>
  }
}
