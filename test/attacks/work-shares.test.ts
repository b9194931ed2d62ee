import { randomBytes } from 'node:crypto'
import { silentLogger as logger, systemClock } from '@touchstone/common'
import { readSettings } from '@touchstone/runtime'
import {
  createWorkClient,
  createWorkKey,
  type Database,
  migrate,
  openServer,
  startWorkProcess,
  workMigrations,
} from '@touchstone/storage'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openCheckers } from '../../packages/runtime/src/journeys/open-checkers.ts'
import { freshDatabase } from '../support/engines.ts'
import { temporaryFolder } from '../support/spawn.ts'

// Many people submit documents and faces to one merchant at once. Tasks of other merchants must still get a
// place in the queue and must not wait until all tasks of the first merchant are done.

const key = createWorkKey(randomBytes(32).toString('hex'))
let database: Database
beforeAll(async () => {
  database = await openServer({ url: await freshDatabase() })
  await migrate({ database, migrations: workMigrations })
})
beforeEach(() => database.run('truncate work_job'))
afterAll(() => database.close())

const open = () =>
  createWorkClient({ database, key, logger, queueLimits: { documents: 12 }, timeLimitMs: 60_000 })

test('alternates between the tasks of different merchants, across nodes', async () => {
  const [first, second] = [open(), open()]
  const submitted: Promise<unknown>[] = []
  const submit = async (client: ReturnType<typeof open>, owner: string, index: number) => {
    submitted.push(client.run('documents', `${owner}${index}`, {}, owner))
    const isThere = async () => {
      const { rows } = await database.run('select count(*)::int as count from work_job')
      return (rows[0] as { count: number }).count === submitted.length
    }
    while (!(await isThere())) await new Promise((resolve) => setImmediate(resolve))
  }
  for (let index = 0; index < 5; index++) await submit(first, 'mallory', index)
  await submit(second, 'alice', 0)
  await submit(second, 'bob', 0)
  await submit(first, 'alice', 1)
  const done: string[] = []
  const worker = await startWorkProcess({
    ...{ database, key, name: 'worker', version: '1', logger },
    lanes: { documents: { threads: 1, run: async (task) => void done.push(task) } },
  })
  await Promise.all(submitted)
  expect(done).toEqual([
    ...['mallory0', 'alice0', 'bob0', 'mallory1', 'alice1'],
    ...['mallory2', 'mallory3', 'mallory4'],
  ])
  await worker.stop()
  await Promise.all([first.close(), second.close()])
})

test('reserves places in the queue for other merchants', async () => {
  const client = open()
  const ask = (owner: string) => client.run('documents', 'read', {}, owner)
  const ended: unknown[] = []
  const accept = (owner: string) => ended.push(ask(owner).catch((error) => error))
  for (let index = 0; index < 6; index++) accept('mallory')
  await expect(ask('mallory')).rejects.toMatchObject({ code: 'work.busy' })
  for (let index = 0; index < 3; index++) accept('alice')
  await expect(ask('alice')).rejects.toMatchObject({ code: 'work.busy' })
  accept('bob')
  expect(client.pending('documents')).toBe(10)
  await client.close()
  await Promise.all(ended)
})

test('alternates between the documents of different merchants, in the server', async () => {
  const folder = temporaryFolder()
  const checkers = openCheckers({
    settings: readSettings({ env: { DOCUMENT_WORKERS: '1' }, folder: folder.path }),
    ...{ database, clock: systemClock, logger, enrolledModels: [] },
    // Reading documents does not screen names.
    screening: undefined as never,
  })
  const done: string[] = []
  const submit = async (owner: string, name: string) => {
    const { readAddressProof } = await checkers.documents(owner)
    // A file that is neither a picture nor a PDF is rejected by the thread that decodes it.
    const file = new TextEncoder().encode(name)
    return await readAddressProof({ file, today: '2026-11-15' })
      .catch(() => undefined)
      .then(() => void done.push(name))
  }
  const names = ['mallory0', 'mallory1', 'mallory2', 'mallory3', 'alice0', 'bob0', 'alice1']
  await Promise.all(names.map((name) => submit(name.slice(0, -1), name)))
  expect(done).toEqual(['mallory0', 'alice0', 'bob0', 'mallory1', 'alice1', 'mallory2', 'mallory3'])
  await checkers.close()
  folder.remove()
})
