import type { Hex } from 'viem'

/** The name of a mint in the journal, and back. */
export const keyOfMint = (mintId: Hex) => `mint:${mintId}`
export const mintOfKey = (key: string) => key.slice('mint:'.length) as Hex
