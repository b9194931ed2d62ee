import type { Transfer } from '@touchstone/kyt'
import { createDraw } from '../background/draw.ts'
import type { World } from './open-world.ts'

/**
 * Which parts of the ledger are hidden. `transfers`: this share of all transfers. `receipts`: half of what
 * this share of the addresses received, as if it had been paid in coins or by internal transfers that the
 * ledger does not contain. `history`: this share of the transfers before the case; with 1, the ledger begins
 * with the case.
 */
export type Hiding = { readonly of: 'transfers' | 'receipts' | 'history'; readonly share: number }

/** The hidden parts that the evaluation measures. */
export const hidings: readonly Hiding[] = [
  { of: 'transfers', share: 0.1 },
  { of: 'transfers', share: 0.3 },
  { of: 'transfers', share: 0.5 },
  { of: 'receipts', share: 0.25 },
  { of: 'receipts', share: 0.5 },
  { of: 'history', share: 1 },
]

/** The share of a chosen address's receipts that is hidden. */
const hiddenReceipts = 0.5

/**
 * Returns the world with some of its transfers removed. The labels and the groups of all users are kept. The
 * same world, seed and hiding give the same result.
 */
export function hideParts(world: World, { of, share }: Hiding, seed: number): World {
  const { the, background, hard } = world
  const draw = createDraw(`touchstone hidden ${the.name} ${seed} ${of} ${share}`)
  const isService = (address: string) => the.services.has(address) || background.furtherServices.has(address)
  const chosen = new Map<string, boolean>()
  const isChosen = (address: string) => {
    const known = chosen.get(address)
    if (known !== undefined) return known
    const drawn = address !== '' && !isService(address) && draw.chance(share)
    chosen.set(address, drawn)
    return drawn
  }
  const start = the.transfers.at(0)?.time ?? 0
  const isHidden: Readonly<Record<Hiding['of'], (transfer: Transfer) => boolean>> = {
    transfers: () => draw.chance(share),
    receipts: ({ to }) => isChosen(to) && draw.chance(hiddenReceipts),
    history: ({ time }) => time < start && draw.chance(share),
  }
  const isRecorded = (transfer: Transfer) => !isHidden[of](transfer)
  return {
    the: { ...the, transfers: the.transfers.filter(isRecorded) },
    background: { ...background, transfers: background.transfers.filter(isRecorded) },
    hard: { ...hard, transfers: hard.transfers.filter(isRecorded) },
  }
}

export function titleOf({ of, share }: Hiding): string {
  const percent = `${share * 100}%`
  if (of === 'transfers') return `${percent} of all transfers`
  if (of === 'history') return `${percent} of the transfers before the case`
  return `half of the transfers received by ${percent} of the addresses`
}
