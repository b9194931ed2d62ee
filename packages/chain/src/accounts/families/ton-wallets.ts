/**
 * Wallet contracts whose data is known to contain their public key, each with its code hash and the bit
 * offset of the key. The public key of an unknown contract is not read, because the bits at the same offset
 * might not be the key that controls the wallet.
 */
export const tonWallets: readonly {
  readonly name: string
  readonly codeHash: string
  readonly keyAt: number
}[] = [
  wallet('v1r1', 'a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c', 32),
  wallet('v1r2', 'd4902fcc9fad74698fa8e353220a68da0dcf72e32bcb2eb9ee04217c17d3062c', 32),
  wallet('v1r3', '587cc789eff1c84f46ec3797e45fc809a14ff5ae24f1e0c7a6a99cc9dc9061ff', 32),
  wallet('v2r1', '5c9a5e68c108e18721a07c42f9956bfb39ad77ec6d624b60c576ec88eee65329', 32),
  wallet('v2r2', 'fe9530d3243853083ef2ef0b4c2908c0abf6fa1c31ea243aacaa5bf8c7d753f1', 32),
  wallet('v3r1', 'b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581', 64),
  wallet('v3r2', '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599', 64),
  wallet('v4r2', 'feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', 64),
  wallet('v5beta', 'f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93', 113),
  wallet('v5r1', '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f', 65),
]

function wallet(name: string, codeHash: string, keyAt: number) {
  return { name, codeHash, keyAt }
}
