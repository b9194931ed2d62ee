import type { Piece, PieceStep } from '../../risk-page-model.ts'

/** A hand that the money was in. */
export type Stop = {
  readonly address: string
  readonly role: 'asked' | 'labelled' | 'between'
  /** What it changed into another coin while the money was its own. */
  readonly swaps: readonly Swap[]
  /** How the money got here; the first stop has none. */
  readonly arrival: PieceStep | undefined
}

/** The coins are empty where the explanation does not tell them. */
export type Swap = { readonly given: string; readonly got: string; readonly step: PieceStep }

/**
 * The way of a piece in the direction of the money. The explanation tells it from the asked address outwards, so that the
 * way of what was received is turned round.
 */
export function wayOf({ direction, path }: Pick<Piece, 'direction' | 'path'>, asked: string): Stop[] {
  const outwards: { address: string; swaps: Swap[]; move: PieceStep | undefined }[] = []
  outwards.push({ address: asked, swaps: [], move: undefined })
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
    const role = index === 0 ? 'asked' : index === last ? 'labelled' : 'between'
    if (direction === 'sent') return { address, role, swaps, arrival: move }
    // Seen the other way, money arrives here by the move that leads on outwards.
    return { address, role, swaps: swaps.reverse(), arrival: outwards[index + 1]?.move }
  })
  return direction === 'sent' ? stops : stops.reverse()
}
