import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmbedded } from '@touchstone/storage'
import { Client } from 'pg'
import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import { startTunedPostgres, type TunedPostgres } from './postgres-server.ts'
import { once } from './world-files.ts'

/** Where a ledger is stored: on a database server, or inside the client process. */
export const engines = ['server', 'embedded'] as const
export type Engine = (typeof engines)[number]

export type LedgerPlace = { url: string } | { folder: string }

/**
 * Creates empty databases for ledgers and plain rows. All server databases are on the same PostgreSQL server.
 */
export type Places = {
  server(): Promise<TunedPostgres>
  database(name: string): Promise<string>
  make(engine: Engine, name: string): Promise<LedgerPlace>
  /** Deletes the data of a ledger. All connections must be closed first. */
  discard(place: LedgerPlace): Promise<void>
}

export function createPlaces(options: {
  cleanup: Cleanup
  progress: Progress
  root: Promise<string>
}): Places {
  const { cleanup, progress, root } = options
  const server = once((_: 'server') => {
    progress('starting PostgreSQL')
    return cleanup.own(startTunedPostgres(), (started) => started.stop())
  })
  const administer = async (statement: string) => {
    const client = new Client({ connectionString: (await server('server')).url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const database = async (name: string) => {
    await administer(`create database ${name}`)
    const url = new URL((await server('server')).url)
    url.pathname = `/${name}`
    return url.href
  }
  // Copies a template, because creating an empty embedded store is slow.
  const emptyStore = once(async (_: 'embedded') => {
    progress('creating an empty embedded store')
    const folder = await mkdtemp(join(await root, 'empty-'))
    await (await openEmbedded({ folder })).close()
    return folder
  })
  const makeFolder = async (name: string) => {
    const folder = await mkdtemp(join(await root, `${name}-`))
    await cp(await emptyStore('embedded'), folder, { recursive: true })
    return folder
  }
  return {
    server: () => server('server'),
    database,
    make: async (engine, name) =>
      engine === 'server' ? { url: await database(name) } : { folder: await makeFolder(name) },
    discard: async (place) => {
      if ('folder' in place) await rm(place.folder, { recursive: true, force: true })
      else await administer(`drop database ${new URL(place.url).pathname.slice(1)}`)
    },
  }
}
