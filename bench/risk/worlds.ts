import type { LedgerFixture, LedgerWorld } from '../ledger/ledger-fixture.ts'
import type { Engine } from '../ledger/places.ts'
import { layers } from '../ledger/planted.ts'
import type { LedgerBench } from '../ledger/run-ledger-bench.ts'
import type { Tools } from '../support/run-bench.ts'
import type { RiskAnswer, RiskPicks, RiskQuestion } from './questions.ts'
import { type Sizes, whalesOf } from './sizes.ts'

export type RiskWorld = LedgerWorld<RiskQuestion, RiskAnswer, RiskPicks>

/** The measured ledgers. Each is created on first use. */
export type Worlds = { ledger(engine: Engine, transfers: number): Promise<RiskWorld> }

export type Bench = LedgerBench<Sizes, Worlds>

/**
 * Creates ledgers that also contain whales, as well as laundering chains that must be traced through every
 * hop.
 */
export function createWorlds({ sizes }: Tools<Sizes>, { ledgers }: LedgerFixture): Worlds {
  const plant = (total: number) => ({ total, whales: whalesOf(sizes, total), chains: sizes.chains })
  return {
    ledger: ledgers<RiskQuestion, RiskAnswer, RiskPicks>({
      module: new URL('./ledger.js', import.meta.url),
      plant,
      async pick(ledger, transfers) {
        const { ordinary, hotAddresses: hot } = sizes
        const { picks } = await ledger.ask({ do: 'pick', ordinary, hot, planted: plant(transfers) })
        if (picks === undefined) throw new Error('the ledger returned no answer')
        const { hops } = await ledger.ask({ do: 'find chains', asked: picks.deep })
        if (hops?.some((many) => many !== layers))
          throw new Error(`the thieves are not ${layers} hops away: ${hops.join(', ')}`)
        return picks
      },
    }),
  }
}
