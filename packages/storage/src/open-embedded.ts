import { mkdir } from 'node:fs/promises'
import { PGlite, types } from '@electric-sql/pglite'
import { OperatorError } from '@touchstone/common'
import { Kysely } from 'kysely'
import { claimsOfProcess } from './claims.ts'
import type { Database } from './database.ts'
import { createExclusiveConnection, PgliteDialect } from './pglite-dialect.ts'

/** Opens PGlite in a folder, or in memory if none is given. The caller holds the folder's lock. */
export async function openEmbedded(options: { folder?: string } = {}): Promise<Database> {
  return overPglite(await create(options.folder))
}

// Dates remain text, because a Date would shift them by the local time zone. 64-bit integers become exact
// numbers.
export const pgliteParsers = { [types.DATE]: (value: string) => value, [types.INT8]: parseInteger }

export function overPglite(client: PGlite): Database {
  const exclusive = createExclusiveConnection()
  const kysely = new Kysely<unknown>({ dialect: new PgliteDialect(client, exclusive) })

  return {
    engine: 'embedded',
    tables: <Tables>() => kysely as Kysely<Tables>,
    run: (text, values) =>
      exclusive.run(async () => {
        if (values && values.length > 0) return await client.query(text, values)
        const results = await client.exec(text)
        return results.at(-1) ?? { rows: [] }
      }),
    claim: claimsOfProcess(),
    async ping() {
      await exclusive.run(() => client.query('select 1'))
    },
    async close() {
      await kysely.destroy()
      // Waits for the query in progress, because closing during a query would lose it.
      await exclusive.run(() => client.close())
    },
  }
}

/**
 * Settings for one connection and a store of a few gigabytes. The write-ahead log is kept short, because it
 * is read only during crash recovery.
 */
const engineSettings = ['max_wal_size=256MB', 'min_wal_size=32MB', 'jit=off', 'random_page_cost=1.1']

export const pgliteStartParams = [
  ...PGlite.defaultStartParams,
  ...engineSettings.flatMap((setting) => ['-c', setting]),
]

async function create(folder: string | undefined): Promise<PGlite> {
  const options = { parsers: pgliteParsers, startParams: pgliteStartParams }
  if (folder === undefined) return await PGlite.create(options)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await PGlite.create({ dataDir: folder, ...options })
  } catch (cause) {
    throw new OperatorError({
      code: 'store.embedded.open',
      message: `The embedded database in ${folder} can't be opened.`,
      remedy: 'Check that the folder is readable and writable. If it is damaged, restore it from a backup.',
      cause,
    })
  }
}

export function parseInteger(value: string): number {
  const parsed = Number(value)
  if (!Number.isSafeInteger(parsed)) throw new Error('a 64-bit integer in the store exceeds 2^53')
  return parsed
}
