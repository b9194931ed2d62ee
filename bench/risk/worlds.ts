import { type FilledLedger, fillLedger } from '../ledger/fill-ledger.ts'
import { layers } from '../ledger/planted-sql.ts'
import type { FillAnswer, FillQuestion } from '../ledger/serve-ledger.ts'
import { bytesNeeded, checkDisk, createWorldFiles, once } from '../ledger/world-files.ts'
import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import { type Role, startRole } from '../support/start-role.ts'
import type { RiskAnswer, RiskPicks, RiskQuestion } from './questions.ts'
import { type Sizes, whalesOf } from './sizes.ts'

export type RiskWorld = FilledLedger & {
  transfers: number
  ledger: Role<FillQuestion | RiskQuestion, FillAnswer & RiskAnswer>
  picks: RiskPicks
}

/** What is measured on, made when it is first asked for. */
export type Worlds = {
  checkDisk(): Promise<number>
  ledger(transfers: number): Promise<RiskWorld>
}

export function createWorlds(options: { sizes: Sizes; cleanup: Cleanup; progress: Progress }): Worlds {
  const { sizes, cleanup, progress } = options
  const files = createWorldFiles({ cleanup, progress })
  return {
    checkDisk: () => checkDisk(sizes.ledgers.reduce((sum, total) => sum + bytesNeeded(total), 0)),
    ledger: once(async (total) => {
      const planted = { total, whales: whalesOf(sizes, total), chains: sizes.chains }
      const ledger = startRole<FillQuestion | RiskQuestion, FillAnswer & RiskAnswer>(
        cleanup,
        new URL('./ledger.js', import.meta.url),
      )
      const filled = await fillLedger({
        total,
        ledger,
        files,
        progress,
        labels: await files.labels(total, 'plain', planted),
        planted: await files.planted(planted),
      })
      const { picks } = await ledger.ask({
        do: 'pick',
        ordinary: sizes.ordinary,
        // Each is asked about once, and every turn asks about three.
        cold: sizes.repeats * 3 * 2,
        fresh: (sizes.fresh.overview + sizes.fresh.score) * sizes.rounds,
        hot: sizes.hotAddresses,
        planted,
      })
      if (picks === undefined) throw new Error('the ledger did not answer')
      const { hops } = await ledger.ask({ do: 'find chains', asked: picks.deep })
      if (hops?.some((many) => many !== layers)) {
        throw new Error(`the thieves are not ${layers} hops away: ${hops.join(', ')}`)
      }
      return { ...filled, transfers: total, ledger, picks }
    }),
  }
}
