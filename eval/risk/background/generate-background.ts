import type { Transfer } from '@touchstone/kyt'
import type { LaunderingCase } from '../cases/laundering-case.ts'
import type { Service } from '../cases/service-rules.ts'
import { createBlockClock, createBooks } from './books.ts'
import { liveDailyLife } from './daily-life.ts'
import { createDraw } from './draw.ts'
import { makeNoise } from './noise.ts'
import { createPopulation, type Kind } from './people.ts'

export type Stranger = {
  readonly kind: Kind
  /** Amount of unsolicited dust that the address received from thieves. */
  readonly dust: bigint
  /**
   * Whether the person uses a mixer, a casino or a swap service without identity checks. An alert about the
   * address of such a person is justified.
   */
  readonly risky: boolean
  /** Whether a user of such a service paid this person. */
  readonly paidByRisky: boolean
}

export type Background = {
  readonly transfers: readonly Transfer[]
  readonly strangers: ReadonlyMap<string, Stranger>
  readonly furtherServices: ReadonlyMap<string, Service>
}

/** Number of background users per address of the case. Only test runs use a lower number. */
export const fullCrowd = 20

const lifeBefore = 35 * 24 * 3600

/**
 * Generates the background users of a case: people who are not part of the case. The same case and seed give
 * the same result.
 */
export function generateBackground(options: {
  the: LaunderingCase
  seed: number
  perAddress: number
}): Background {
  const { the, seed, perAddress } = options
  const draw = createDraw(`touchstone risk ${the.name} ${seed}`)
  const start = (the.transfers.at(0)?.time ?? 0) - lifeBefore
  const end = the.transfers.at(-1)?.time ?? 0
  // Adds a margin, because some people never become active.
  const size = Math.ceil(the.addresses.length * perAddress * 1.05)
  const population = createPopulation({ draw, the, size, start, end })
  const { furtherServices, people } = population
  const blockAt = createBlockClock(the.transfers)
  const serviceOf = (address: string) => the.services.get(address) ?? furtherServices.get(address)
  const books = createBooks({ draw, blockAt, isService: (address) => serviceOf(address) !== undefined })
  liveDailyLife({ draw, population, books, start, end })
  const noise = makeNoise({ draw, the, population, blockAt })

  const transfers = [...books.transfers, ...noise.transfers].sort((a, b) => a.time - b.time)
  const persons = new Set(people.map(({ address }) => address))
  const isPerson = (address: string) => persons.has(address)
  const seen = new Set<string>()
  const risky = new Set<string>()
  for (const { from, to } of transfers) {
    seen.add(from).add(to)
    // Addresses of the case and of services are not background users.
    if (isRisky(serviceOf(from)) && isPerson(to)) risky.add(to)
    if (isRisky(serviceOf(to)) && isPerson(from)) risky.add(from)
  }
  const paidByRisky = new Set(transfers.filter(({ from }) => risky.has(from)).map(({ to }) => to))
  const strangers = new Map(
    people
      .filter(({ address }) => seen.has(address))
      .map(({ address, kind }): [string, Stranger] => [
        address,
        {
          kind,
          dust: noise.dusted.get(address) ?? 0n,
          risky: risky.has(address),
          paidByRisky: paidByRisky.has(address),
        },
      ]),
  )
  return { transfers, strangers, furtherServices }
}

function isRisky(service: Service | undefined): boolean {
  return service !== undefined && ['mixer', 'risk_exchange', 'gambling'].includes(service.category)
}
