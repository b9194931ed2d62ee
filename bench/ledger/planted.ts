import { draw, drawHex, share } from './chance.ts'
import {
  addressOf,
  firstBlock,
  firstPerson,
  peopleOf,
  spanOf,
  type WorldLabel,
  type WorldTransfer,
} from './world.ts'

/** Transfers that are added to the generated data for specific queries. */
export type Planted = {
  /** Number of generated transfers in the data set. */
  total: number
  /** Transfer counts of unlabelled addresses that transact with people across the data set. */
  whales: readonly number[]
  /** Number of chains through which stolen funds are laundered. */
  chains: number
  /** Transfer counts of addresses that transact only with other planted addresses. */
  busy?: readonly number[]
}

/** Greater than the number assigned to any generated service or person, so that planted addresses are new. */
const firstWhale = 500_000_000
const firstChain = 600_000_000
const firstBusy = 700_000_000
const numbersOfBusy = 10_000_000

/** Number of hops from the thief to the queried address. */
export const layers = 10
/** Number of addresses per layer, and how many addresses in the next layer each of them sends to. */
const width = 32
const fanOut = 3

/**
 * Purposes not used by the random draws for the generated data. Each whale and each busy address adds its own
 * number to the purpose, so that their transaction ids do not collide.
 */
const purpose = {
  way: 101,
  much: 102,
  clean: 103,
  chainTx: 104,
  client: 200,
  whaleTx: 300,
  busyTx: 400,
} as const

export const busyAddress = (busy: number): string => addressOf(firstBusy + busy * numbersOfBusy)
export const whaleAddress = (whale: number): string => addressOf(firstWhale + whale)
/** Returns the last address of a chain. */
export const chainAddress = (chain: number): string => addressOf(chainNumber(chain, layers, 0))

const chainNumber = (chain: number, layer: number, place: number) =>
  firstChain + chain * 100_000 + layer * 1000 + place

export function* plantedTransfers(planted: Planted): Generator<WorldTransfer> {
  for (const [whale, transfers] of planted.whales.entries()) yield* whaleOf(planted.total, whale, transfers)
  for (let chain = 0; chain < planted.chains; chain++) yield* chainOf(planted.total, chain)
  for (const [busy, transfers] of (planted.busy ?? []).entries()) yield* busyOf(busy, transfers)
}

/**
 * Alternates incoming and outgoing transfers, each in a separate transaction. A fifth of them have a new
 * counterparty.
 */
function* busyOf(busy: number, transfers: number): Generator<WorldTransfer> {
  const address = busyAddress(busy)
  for (let number = 0; number < transfers; number++) {
    const other = addressOf(firstBusy + busy * numbersOfBusy + 1 + Math.floor(number / 5))
    const comesIn = number % 2 === 0
    yield {
      coinIndex: 1,
      tx: drawHex(purpose.busyTx + busy, number, 8),
      position: 0,
      block: firstBlock + number,
      sender: comesIn ? other : address,
      receiver: comesIn ? address : other,
      whole: 1,
      fraction: '000000',
    }
  }
}

/** Generates a whale's transfers to and from random people, spread over the whole period of the data set. */
function* whaleOf(total: number, whale: number, transfers: number): Generator<WorldTransfer> {
  const people = peopleOf(total)
  const address = whaleAddress(whale)
  for (let number = 0; number < transfers; number++) {
    const person = addressOf(firstPerson + Math.floor(people * share(purpose.client + whale, number)))
    const pays = draw(purpose.way, number) % 2 === 0
    yield {
      coinIndex: 1 + (number % 2),
      tx: drawHex(purpose.whaleTx + whale, number, 8),
      position: 0,
      block: firstBlock + Math.floor((number * spanOf(total)) / transfers),
      sender: pays ? address : person,
      receiver: pays ? person : address,
      whole: 1 + (draw(purpose.much, number) % 5000),
      fraction: '500000',
    }
  }
}

/**
 * Moves stolen funds through layers of addresses. Each address sends to several addresses of the next layer,
 * and the last address receives all funds. Each address also receives clean funds, mostly from an exchange,
 * so the share of stolen funds decreases with each hop.
 */
function* chainOf(total: number, chain: number): Generator<WorldTransfer> {
  const people = peopleOf(total)
  const start = firstBlock + Math.floor(spanOf(total) / 2) + chain * 3
  for (let layer = 0; layer < layers; layer++) {
    const wholeAtOnce = layer === 0 || layer === layers - 1
    for (let place = 0; place < width; place++) {
      for (let way = 0; way <= fanOut; way++) {
        const isClean = way === fanOut
        if (isClean ? layer === 0 : wholeAtOnce && way > 0) continue
        const number = ((chain * layers + layer) * width + place) * (fanOut + 1) + way
        const giver =
          place % 8 === 0 ? firstPerson + Math.floor(people * share(purpose.clean, number)) : place % 10
        const next = layer === layers - 1 ? 0 : (place + way * 7) % width
        yield {
          coinIndex: 1,
          tx: drawHex(purpose.chainTx, number, 8),
          position: 0,
          block: start + layer * 20 + (isClean ? 0 : 5),
          sender: addressOf(isClean ? giver : chainNumber(chain, layer, layer === 0 ? 0 : place)),
          receiver: addressOf(
            isClean ? chainNumber(chain, layer, place) : chainNumber(chain, layer + 1, next),
          ),
          whole: isClean ? 300 : wholeAtOnce ? 3000 : 1000,
          fraction: '000000',
        }
      }
    }
  }
}

/** Labels the thieves at the start of the laundering chains. */
export function* plantedLabels({ chains }: Planted): Generator<WorldLabel> {
  for (let chain = 0; chain < chains; chain++) {
    yield {
      address: addressOf(chainNumber(chain, 0, 0)),
      entity: `chain ${chain}`,
      label: `thief of chain ${chain}`,
      category: 'theft',
      incident: `chain ${chain}`,
    }
  }
}
