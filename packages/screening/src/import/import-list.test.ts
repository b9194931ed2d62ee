import { createManualClock, UserError } from '@touchstone/common'
import { migrate } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import type { ScreeningContext } from '../context.ts'
import { createScreeningWorkers } from '../create-screening-workers.ts'
import { screeningMigrations } from '../migrations/index.ts'
import { openScreening } from '../open-screening.ts'
import { inPieces, makeUnList } from '../test-support/make-lists.ts'
import { deltaBetween } from '../versions/delta-between.ts'
import { listVersions } from '../versions/list-versions.ts'
import { listedCryptoAddresses } from '../versions/listed-crypto-addresses.ts'
import { type ImportListOptions, importList } from './import-list.ts'

const workers = createScreeningWorkers()
afterAll(() => workers.close())

const people = [
  'Ardent Quillfeather',
  'Borislav Tamarindov',
  'Cosima Vexelstein',
  'Dagoberto Llanquinao',
  'Ephraim Wobblethwaite',
  'Farzaneh Golpayeganizad',
  'Gudmundur Snaefellsson',
  'Hyacinth Ogbuokiri',
  'Isembard Kruszynski',
  'Jovanka Petkoviczky',
].map((name, at) => ({ id: `P${at}`, names: [name] }))

onOneEngine('embedded', 'list import', (suite) => {
  let context: ScreeningContext
  let count = 0
  beforeAll(async () => {
    await migrate({ database: suite.database, migrations: screeningMigrations })
    context = { database: suite.database, clock: createManualClock(Date.UTC(2026, 0, 5)), workers }
  })
  const freshName = () => `list-${++count}`
  const give = (list: string, content: string | Uint8Array, rest: Partial<ImportListOptions> = {}) =>
    importList(context, { list, format: 'un-xml', stream: inPieces(content), ...rest })
  const refusal = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'taken',
      (error: unknown) => (error instanceof UserError ? error.code : String(error)),
    )

  test('reports every entry of the first version as new, and the added, changed and removed entries of the next version', async () => {
    const list = freshName()
    const first = await give(list, makeUnList(people))
    expect(first).toMatchObject({
      list,
      version: '2026-01-02T03:04:05.000Z',
      entries: 10,
      names: 10,
      delta: { added: 10, changed: 0, removed: 0 },
      cryptoAddresses: 0,
      unchanged: false,
    })
    const next = [
      ...people.slice(1, 9),
      { id: 'P9', names: ['Jovanka Petkoviczky', 'Another Alias'] },
      { id: 'P10', names: ['Brand New'] },
    ]
    const second = await give(list, makeUnList(next, { date: '2026-02-01T00:00:00.000Z' }))
    const delta = { added: 1, changed: 1, removed: 1, toScreenAgain: ['P10', 'P9'] }
    expect(second.delta).toEqual(delta)
    expect(await deltaBetween(context, { list, from: first.version, to: second.version })).toEqual(delta)
    expect(await listVersions(context, { list })).toMatchObject([
      { version: second.version, state: 'current', entries: 10 },
      { version: first.version, state: 'replaced', entries: 10 },
    ])
    expect(await refusal(deltaBetween(context, { list, from: 'x', to: 'y' }))).toBe('list.unknown-version')
  })

  test('imports nothing if the file is identical to the current version', async () => {
    const list = freshName()
    await give(list, makeUnList(people))
    const again = await give(list, makeUnList(people))
    expect(again).toMatchObject({ unchanged: true, delta: { added: 0, changed: 0, removed: 0 } })
    expect(await listVersions(context, { list })).toHaveLength(1)
  })

  test.each([
    ['empty', '', 'list.empty'],
    ['without entries', makeUnList([]), 'list.empty'],
    ['cut off', makeUnList(people).slice(0, -200), 'list.cut-off'],
    ['an XML file of another kind', '<rss><channel/></rss>', 'list.wrong-format'],
    ['not XML', '%PDF-1.7 not a list', 'list.broken'],
    ['shrunk', makeUnList(people.slice(0, 5), { date: '2026-03-01T00:00:00.000Z' }), 'list.shrunk'],
    ['older', makeUnList(people.slice(1), { date: '2025-01-01T00:00:00.000Z' }), 'list.older'],
  ])('does not replace a valid version with one that is %s', async (_, content, code) => {
    const list = freshName()
    await give(list, makeUnList(people))
    expect(await refusal(give(list, content))).toBe(code)
    const versions = await listVersions(context, { list })
    expect(versions).toMatchObject([{ state: 'refused', reason: code }, { state: 'current' }])
    const screening = await openScreening(context, { lists: [list] })
    expect(await screening.screen({ names: ['Ardent Quillfether'] })).toMatchObject({ total: 1 })
  })

  test('accepts a much smaller or an older version when forced, but never an empty version', async () => {
    const list = freshName()
    await give(list, makeUnList(people))
    expect(await refusal(give(list, makeUnList([]), { force: true }))).toBe('list.empty')
    const forced = await give(list, makeUnList(people.slice(0, 2), { date: '2020-01-01' }), { force: true })
    expect(forced).toMatchObject({ entries: 2, delta: { removed: 8 } })
  })

  test('keeps the list unchanged if the stream fails', async () => {
    const list = freshName()
    await give(list, makeUnList(people))
    async function* breaking() {
      yield Buffer.from(makeUnList(people.slice(1)).slice(0, 500))
      throw new Error('connection lost')
    }
    const attempt = importList(context, { list, format: 'un-xml', stream: breaking() })
    await expect(attempt).rejects.toThrow('connection lost')
    expect(await listVersions(context, { list })).toMatchObject([{ state: 'refused' }, { state: 'current' }])
  })

  test('ignores a version staged by a process that died before completing the import', async () => {
    const list = freshName()
    await give(list, makeUnList(people))
    const tables = dyingTables(context)
    const dying: ScreeningContext = { ...context, database: { ...context.database, tables: () => tables } }
    const other = makeUnList(people.slice(1), { date: '2026-04-01T00:00:00.000Z' })
    const stream = inPieces(other)
    await expect(importList(dying, { list, format: 'un-xml', stream })).rejects.toThrow('died')
    const screening = await openScreening(context, { lists: [list] })
    expect(screening.versions()).toMatchObject([{ version: '2026-01-02T03:04:05.000Z' }])
    expect(await give(list, other)).toMatchObject({ entries: 9, delta: { removed: 1 } })
  })

  test('imports two lists concurrently without mixing them, and completes concurrent imports of the same list', async () => {
    const [a, b] = [freshName(), freshName()]
    const content = (id: string) => makeUnList(people.map((each) => ({ ...each, id: `${id}${each.id}` })))
    await Promise.all([give(a, content('a')), give(b, content('b')), refusal(give(a, content('c')))])
    const current = (await listVersions(context)).filter(({ state }) => state === 'current')
    expect(current.filter(({ list }) => list === a)).toMatchObject([{ entries: 10 }])
    expect(current.filter(({ list }) => list === b)).toMatchObject([{ entries: 10 }])
  })

  test('fails with work.busy if the queue limit is exceeded', async () => {
    const small = createScreeningWorkers({ queueLimit: 0 })
    const busy = { ...context, workers: small }
    const attempts = [freshName(), freshName(), freshName()].map((list) =>
      refusal(importList(busy, { list, format: 'un-xml', stream: inPieces(makeUnList(people)) })),
    )
    const codes = await Promise.all(attempts)
    await small.close()
    expect(codes).toContain('taken')
    expect(codes).toContain('work.busy')
  })

  test('imports a custom plain list in an older encoding', async () => {
    const list = freshName()
    const rows = 'name;birth_date;nationality\nJosé Müller Gonçalves;1970-05-06;PT\n'
    const imported = await give(list, Buffer.from(rows, 'latin1'), { format: 'plain-csv', version: 'v1' })
    expect(imported).toMatchObject({ version: 'v1', entries: 1 })
    const screening = await openScreening(context, { lists: [list] })
    const answer = await screening.screen({ names: ['GONCALVES, Jose Mueller'] })
    expect(answer.hits).toMatchObject([{ list, version: 'v1', name: 'José Müller Gonçalves' }])
  })

  test("returns a list's digital currency addresses with the parties that own them", async () => {
    const list = freshName()
    const address = `0x${'7'.repeat(40)}`
    const ofac = `<Sanctions><DateOfIssue><Year>2026</Year><Month>3</Month><Day>7</Day></DateOfIssue>
      <ReferenceValueSets><FeatureTypeValues><FeatureType ID="345">Digital Currency Address - ETH</FeatureType>
      </FeatureTypeValues></ReferenceValueSets><DistinctParties><DistinctParty FixedRef="11"><Profile ID="11">
      <Identity Primary="true"><Alias Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue>Quillfeather
      </NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity><Feature FeatureTypeID="345">
      <FeatureVersion><VersionDetail>${address}</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty>
      </DistinctParties></Sanctions>`
    await give(list, ofac, { format: 'ofac-advanced-xml' })
    const found = []
    for await (const each of listedCryptoAddresses(context, { list })) found.push(each)
    const party = { list, version: '2026-03-07', entryId: '11', party: 'Quillfeather', programs: [] }
    expect(found).toEqual([{ ...party, currency: 'ETH', address }])
  })
})

/**
 * Creates a store that becomes unavailable after the new version is staged and before it replaces the current
 * one.
 */
function dyingTables(context: ScreeningContext) {
  let isGone = false
  return new Proxy(context.database.tables(), {
    get(target, name) {
      if (name === 'transaction') isGone = true
      if (isGone) throw new Error('died')
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as never
}
