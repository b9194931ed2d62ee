import { type FilledLedger, fillLedger } from '../ledger/fill-ledger.ts'
import { createPlaces, type Engine, engines, type Places } from '../ledger/places.ts'
import { layers } from '../ledger/planted.ts'
import type { FillAnswer, FillQuestion } from '../ledger/serve-ledger.ts'
import { bytesNeeded, checkDisk, createWorldFiles } from '../ledger/world-files.ts'
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
  readonly places: Places
  checkDisk(): Promise<number>
  ledger(engine: Engine, transfers: number): Promise<RiskWorld>
}

export function createWorlds(options: { sizes: Sizes; cleanup: Cleanup; progress: Progress }): Worlds {
  const { sizes, cleanup, progress } = options
  const files = createWorldFiles({ cleanup, progress })
  const places = createPlaces({ cleanup, progress, root: files.root })
  const made = new Map<string, Promise<RiskWorld>>()

  const makeLedger = async (engine: Engine, total: number): Promise<RiskWorld> => {
    const planted = { total, whales: whalesOf(sizes, total), chains: sizes.chains }
    const ledger = startRole<FillQuestion | RiskQuestion, FillAnswer & RiskAnswer>(
      cleanup,
      new URL('./ledger.js', import.meta.url),
    )
    const filled = await fillLedger({
      engine,
      total,
      ledger,
      files,
      places,
      progress,
      labels: await files.labels(total, 'plain', planted),
      planted: await files.planted(planted),
    })
    const { ordinary, hotAddresses: hot } = sizes
    const { picks } = await ledger.ask({ do: 'pick', ordinary, hot, planted })
    if (picks === undefined) throw new Error('the ledger did not answer')
    const { hops } = await ledger.ask({ do: 'find chains', asked: picks.deep })
    if (hops?.some((many) => many !== layers)) {
      throw new Error(`the thieves are not ${layers} hops away: ${hops.join(', ')}`)
    }
    return { ...filled, transfers: total, ledger, picks }
  }

  return {
    places,
    checkDisk: () =>
      checkDisk(
        engines
          .flatMap((engine) => sizes.ledgers[engine])
          .reduce((sum, total) => sum + bytesNeeded(total), 0),
      ),
    ledger(engine, transfers) {
      const key = `${engine} ${transfers}`
      const making = made.get(key) ?? makeLedger(engine, transfers)
      made.set(key, making)
      return making
    },
  }
}
