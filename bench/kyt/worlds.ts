import type { LedgerFixture, LedgerRole, LedgerWorld as WorldOf } from '../ledger/ledger-fixture.ts'
import type { Engine } from '../ledger/places.ts'
import type { LedgerBench } from '../ledger/run-ledger-bench.ts'
import { once } from '../ledger/world-files.ts'
import { shown } from '../support/report.ts'
import { requireAll } from '../support/require-all.ts'
import type { Tools } from '../support/run-bench.ts'
import { type Role, startRole } from '../support/start-role.ts'
import type { LedgerAnswer, LedgerQuestion } from './ledger.ts'
import type { RowsAnswer, RowsQuestion } from './plain-rows.ts'
import type { Picks } from './questions.ts'
import type { Sizes } from './sizes.ts'

export type LedgerWorld = WorldOf<LedgerQuestion, LedgerAnswer, Picks>

export type RowsWorld = {
  url: string
  version: string
  client: Role<RowsQuestion, RowsAnswer>
  seconds: number
  furtherSeconds: number
  rows: number
  size: NonNullable<RowsAnswer['size']>
}

/** The measured ledgers. Each is created on first use. */
export type Worlds = {
  ledger(engine: Engine, transfers: number): Promise<LedgerWorld>
  plainRows(): Promise<RowsWorld>
  /** Starts a process that has not opened a ledger yet. */
  startLedger(): LedgerRole<LedgerQuestion, LedgerAnswer>
}

export type Bench = LedgerBench<Sizes, Worlds>

export function createWorlds(tools: Tools<Sizes>, { files, places, ledgers }: LedgerFixture): Worlds {
  const { sizes, cleanup, progress } = tools
  const module = new URL('./ledger.js', import.meta.url)
  const plainRows = once(async (total: number): Promise<RowsWorld> => {
    const { further } = sizes
    const labels = await files.labels(total, 'rows')
    const transfers = await files.transfers({ total, offset: 0, count: total }, 'rows')
    const more = await files.transfers({ total, offset: total, count: further }, 'rows')
    const version = await (await places.server()).version()
    const url = await places.database('plain_rows')
    const client = startRole<RowsQuestion, RowsAnswer>(cleanup, new URL('./plain-rows.js', import.meta.url))
    progress(`copying ${shown.count(total)} transfers into plain rows`)
    const paths = { labels: labels.path, transfers: transfers.path, further: more.path }
    const { rows = 0, seconds, furtherSeconds, size } = await client.ask({ url, do: 'copy', ...paths })
    requireAll({ what: 'transfers of plain rows', expected: total + further, seen: rows })
    if (seconds === undefined || furtherSeconds === undefined || size === undefined)
      throw new Error('PostgreSQL did not report the duration of the copy')
    return { url, version, client, seconds, furtherSeconds, rows, size }
  })
  return {
    plainRows: () => plainRows(sizes.transfers),
    startLedger: () => startRole(cleanup, module),
    ledger: ledgers<LedgerQuestion, LedgerAnswer, Picks>({
      module,
      further: sizes.further,
      async pick(ledger) {
        const { ordinary, hotAddresses: hot } = sizes
        const { picks } = await ledger.ask({ do: 'pick', ordinary, hot })
        if (picks === undefined) throw new Error('the ledger returned no answer')
        return picks
      },
    }),
  }
}
