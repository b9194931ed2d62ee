import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { systemClock } from '@touchstone/common'
import {
  createScreeningWorkers,
  importList,
  openScreening,
  type ScreeningContext,
  screeningMigrations,
} from '@touchstone/screening'
import { migrate, openEmbedded } from '@touchstone/storage'
import { type PartReport, shown } from '../support/report.ts'
import type { Bench } from './bench.ts'

/**
 * Measures a complete import into the embedded store, the event loop delay during the import, and the time to
 * load the index from the store.
 */
export async function measureImport({ folder, cleanup, progress }: Bench): Promise<PartReport> {
  if (folder === undefined)
    return {
      tables: [],
      targets: [],
      data: {},
      warnings: ['No lists available: the import was not measured.'],
    }
  const database = await cleanup.own(openEmbedded(), (opened) => opened.close())
  await migrate({ database, migrations: screeningMigrations })
  const workers = createScreeningWorkers()
  cleanup.add(() => workers.close())
  const context: ScreeningContext = { database, clock: systemClock, workers }
  const rows: string[][] = []
  const watch = async <Done>(what: string, work: () => Promise<Done>): Promise<Done> => {
    progress(what)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const startedAt = performance.now()
    const done = await work()
    const seconds = (performance.now() - startedAt) / 1000
    delay.disable()
    rows.push([what, seconds.toFixed(1), shown.ms(delay.percentile(99) / 1e6), shown.ms(delay.max / 1e6)])
    return done
  }
  const unpacked = spawn('bzip2', ['-dc', join(folder, 'sdn_advanced.xml.bz2')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  }).stdout
  const ofac = await watch('importing OFAC, 121 MB', () =>
    importList(context, { list: 'ofac-sdn', format: 'ofac-advanced-xml', stream: unpacked }),
  )
  await watch('importing the UN list, 2 MB', () =>
    importList(context, {
      list: 'un',
      format: 'un-xml',
      stream: createReadStream(join(folder, 'un_consolidated.xml')),
    }),
  )
  const screening = await watch('loading all lists from the store, building in a worker', () =>
    openScreening(context),
  )
  cleanup.add(() => screening.close())
  return {
    tables: [
      {
        title: `Imports into the embedded store (${shown.count(ofac.entries)} OFAC parties, ${shown.count(ofac.cryptoAddresses)} addresses) and their event loop delay`,
        head: ['work', 'seconds', 'loop delay p99 ms', 'longest ms'],
        rows,
      },
    ],
    targets: [],
    data: { rows },
  }
}
