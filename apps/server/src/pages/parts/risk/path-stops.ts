import type { Piece, PieceStep } from '../../risk-page-model.ts'

/** An address on the path of the funds. */
export type Stop = {
  readonly address: string
  readonly role: 'requested' | 'labelled' | 'between'
  /** Swaps that the address made while it held the funds. */
  readonly swaps: readonly Swap[]
  /** The transfer that moved the funds to this address. Undefined for the first stop. */
  readonly arrival: PieceStep | undefined
}

/** A coin is an empty string if the explanation does not name it. */
export type Swap = { readonly given: string; readonly got: string; readonly step: PieceStep }

/**
 * Lists the stops of a path in the direction in which the funds moved. The explanation starts at the requested address, so the
 * path of received funds is reversed.
 */
export function pathStops({ direction, path }: Pick<Piece, 'direction' | 'path'>, requested: string): Stop[] {
  const outwards: { address: string; swaps: Swap[]; move: PieceStep | undefined }[] = []
  outwards.push({ address: requested, swaps: [], move: undefined })
  let coinBefore = ''
  for (const step of path) {
    if (step.swap) {
      const [given, got] = direction === 'received' ? [step.coin, coinBefore] : [coinBefore, step.coin]
      outwards.at(-1)?.swaps.push({ given, got, step })
    } else outwards.push({ address: step.address, swaps: [], move: step })
    coinBefore = step.coin
  }
  const last = outwards.length - 1
  const stops = outwards.map(({ address, swaps, move }, index): Stop => {
    const role = index === 0 ? 'requested' : index === last ? 'labelled' : 'between'
    if (direction === 'sent') return { address, role, swaps, arrival: move }
    // For received funds, the transfer to a stop is recorded with the next stop, which is farther from the
    // requested address.
    return { address, role, swaps: swaps.reverse(), arrival: outwards[index + 1]?.move }
  })
  return direction === 'sent' ? stops : stops.reverse()
}
