import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '@touchstone/storage'
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts'
import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import type { BenchOf } from '../support/run-bench.ts'
import { startRole } from '../support/start-role.ts'
import type { SeedQuestion, World } from './seed-world.ts'
import type { Sizes } from './sizes.ts'
import { productionEnv } from './store-settings.ts'

export const stores = ['embedded', 'PostgreSQL'] as const
export type StoreName = (typeof stores)[number]

/** The measured stores. Each is filled on first use. */
export type Worlds = {
  small(store: StoreName): Promise<World>
  large(store: StoreName): Promise<World>
  /**
   * Returns a copy of a data set. Only one process can open a data folder, even if the folder contains only
   * the ledger.
   */
  copyOf(world: World): Promise<World>
  /** Returns a new folder, which is deleted when the benchmark ends. */
  folder(name: string): Promise<string>
}

export type Bench = BenchOf<Sizes, { worlds: Worlds }>

export function createWorlds(options: {
  sizes: Sizes
  callsPerSecond: number
  cleanup: Cleanup
  progress: Progress
}): Worlds {
  const { sizes, cleanup, progress } = options
  const root = cleanup.own(mkdtemp(join(tmpdir(), 'touchstone-bench-')), (folder) =>
    rm(folder, { recursive: true, force: true }),
  )
  const secret = randomBytes(32).toString('hex')
  const made = new Map<string, Promise<World>>()
  let postgres: Promise<PostgresServer> | undefined

  const folder = async (name: string) => await mkdtemp(join(await root, `${name}-`))

  const databaseUrl = async (name: string): Promise<string> => {
    progress('starting PostgreSQL')
    postgres ??= cleanup.own(startPostgres(), (server) => server.stop())
    const { url } = await postgres
    const admin = await openServer({ url, poolSize: 2 })
    await admin.run(`create database ${name}`)
    await admin.close()
    return url.replace(/\/postgres$/, `/${name}`)
  }

  const make = async (store: StoreName, size: 'small' | 'large'): Promise<World> => {
    const many = store === 'embedded' ? sizes.manyUsersEmbedded : sizes.manyUsers
    const users = size === 'small' ? sizes.users : many
    const env = productionEnv(await folder(size), {
      TOUCHSTONE_SECRET: secret,
      ...(store === 'PostgreSQL' && { DATABASE_URL: await databaseUrl(`bench_${size}`) }),
    })
    const what = `filling ${store} with ${users.toLocaleString('en-US')} users`
    progress(what)
    const seeder = startRole<SeedQuestion, World>(cleanup, new URL('./seed-world.js', import.meta.url))
    const question = { env, users, days: sizes.days, callsPerSecond: options.callsPerSecond }
    const world = await seeder.ask(question, (done, total) => progress(what, done, total))
    await seeder.stop()
    return world
  }

  const once = (store: StoreName, size: 'small' | 'large') => {
    const key = `${store} ${size}`
    const making = made.get(key) ?? make(store, size)
    made.set(key, making)
    return making
  }

  return {
    folder,
    small: (store) => once(store, 'small'),
    large: (store) => once(store, 'large'),
    async copyOf(world) {
      const copy = await folder('copy')
      await cp(world.env.TOUCHSTONE_DATA, copy, { recursive: true })
      return { ...world, env: { ...world.env, TOUCHSTONE_DATA: copy } }
    },
  }
}
