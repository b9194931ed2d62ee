import { createManualClock } from '@touchstone/common'
import { migrate } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../test/support/engines.ts'
import type { ScreeningContext } from './context.ts'
import { createScreeningWorkers } from './create-screening-workers.ts'
import { importList } from './import/import-list.ts'
import { screeningMigrations } from './migrations/index.ts'
import { openScreening } from './open-screening.ts'
import { inPieces, makeUnList } from './test-support/make-lists.ts'

const workers = createScreeningWorkers()
afterAll(() => workers.close())

onOneEngine('server', 'Screening against the current lists', (suite) => {
  const clock = createManualClock(Date.UTC(2026, 0, 5))
  let context: ScreeningContext
  beforeAll(async () => {
    await migrate({ database: suite.database, migrations: screeningMigrations })
    context = { database: suite.database, clock, workers }
  })
  const give = (list: string, date: string, ...names: string[]) => {
    const people = names.map((name, at) => ({ id: `${list}${at}`, names: [name] }))
    const stream = inPieces(makeUnList(people, { date }))
    return importList(context, { list, format: 'un-xml', stream })
  }

  test('searches all current lists and switches to a new version', async () => {
    const screening = await openScreening(context, { checkEveryMs: 1000 })
    const found = async (name: string) => {
      const { hits, screenedAgainst } = await screening.screen({ names: [name] })
      return {
        hits: hits.map(({ entryId, version }) => `${entryId} ${version}`),
        lists: screenedAgainst.length,
      }
    }
    expect(await found('Ardent Quillfeather')).toEqual({ hits: [], lists: 0 })

    await give('first', '2026-01-01', 'Ardent Quillfeather', 'Cosima Vexelstein')
    await give('second', '2026-01-02', 'Ardent Quillfeather')
    expect(await found('Ardent Quillfeather'), 'checks for new versions only at intervals').toEqual({
      hits: [],
      lists: 0,
    })
    expect(await screening.refresh()).toBe(true)
    expect(await screening.refresh(), 'once').toBe(false)
    expect(await found('Ardent Quillfeather')).toEqual({
      hits: ['first0 2026-01-01', 'second0 2026-01-02'],
      lists: 2,
    })

    await give('second', '2026-01-03', 'Isembard Kruszynski')
    clock.advance(1000)
    const during = await found('Ardent Quillfeather')
    expect(during.hits, 'uses the previous index while a new one is built').toHaveLength(2)
    await screening.refresh()
    expect(await found('Ardent Quillfeather')).toMatchObject({ hits: ['first0 2026-01-01'] })
    expect(await found('Isembard Kruszynski')).toMatchObject({ hits: ['second0 2026-01-03'] })
    expect(screening.versions()).toMatchObject([
      { list: 'first', version: '2026-01-01', publishedAt: '2026-01-01' },
      { list: 'second', version: '2026-01-03' },
    ])
    screening.close()
    await give('second', '2026-01-04', 'Hyacinth Ogbuokiri')
    expect(await screening.refresh(), 'it is closed').toBe(false)
  })

  test('keeps the loaded lists in use while the workers are busy', async () => {
    const full = createScreeningWorkers({ queueLimit: 0 })
    const screening = await openScreening({ ...context, workers: full }, { lists: ['first'] })
    await full.close()
    await give('first', '2026-02-01', 'Cosima Vexelstein', 'Borislav Tamarindov')
    await expect(screening.refresh()).rejects.toMatchObject({ code: 'work.busy' })
    clock.advance(60_000)
    expect(await screening.screen({ names: ['Ardent Quillfeather'] })).toMatchObject({ total: 1 })
  })
})
