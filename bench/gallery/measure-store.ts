import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addKeyToFile, biometricsMigrations, openGallery } from '@touchstone/biometrics'
import { systemClock } from '@touchstone/common'
import { migrate, openEmbedded } from '@touchstone/storage'
import { median } from '../support/numbers.ts'
import { type PartReport, shown } from '../support/report.ts'
import { createFaces } from './faces.ts'
import type { Bench } from './sizes.ts'

/**
 * Measures enrolment and search through the embedded store and the worker, and the loading of all templates
 * at startup.
 */
export async function measureStore({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-gallery-'))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const database = await cleanup.own(openEmbedded({ folder: join(folder, 'store') }), (each) => each.close())
  await migrate({ database, migrations: biometricsMigrations })
  const keys = { file: join(folder, 'keys') }
  addKeyToFile(keys.file)
  const open = () => cleanup.own(openGallery({ database, clock: systemClock, keys }), (each) => each.close())

  const nextFace = createFaces('people in the store')
  const model = 'bench/1'
  const gallery = await open()
  const enrolMs: number[] = []
  for (let index = 0; index < sizes.enrolled; index++) {
    if (index % 50 === 0) progress('enrolling through the store', index, sizes.enrolled)
    const start = performance.now()
    await gallery.enrol({ person: `person ${index}`, model, template: nextFace() }, () => true)
    enrolMs.push(performance.now() - start)
  }
  const searchMs: number[] = []
  for (let index = 0; index < 100; index++) {
    const start = performance.now()
    await gallery.search({ model, template: nextFace() })
    searchMs.push(performance.now() - start)
  }
  const start = performance.now()
  await open()
  const openMs = performance.now() - start
  return {
    tables: [
      {
        title: `Through the embedded store, ${shown.count(sizes.enrolled)} people`,
        head: ['what', 'ms'],
        rows: [
          ['enrol one (search, seal, store), median', shown.ms(median(enrolMs))],
          ['search, median', shown.ms(median(searchMs))],
          ['start a worker and load all templates', shown.ms(openMs)],
        ],
      },
    ],
    targets: [],
    data: { enrolMs: median(enrolMs), searchMs: median(searchMs), openMs },
  }
}
