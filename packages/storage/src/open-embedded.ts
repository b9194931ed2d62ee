import { mkdir } from 'node:fs/promises'
import { OperatorError, type Tracer } from '@touchstone/common'
import { Kysely } from 'kysely'
import { claimsOfProcess } from './claims.ts'
import { openPgliteCopy } from './copy/pglite-copy.ts'
import type { Database } from './database.ts'
import { openPgliteThread } from './embedded/open-pglite-thread.ts'
import { createExclusiveConnection, PgliteDialect } from './embedded/pglite-dialect.ts'
import type { PgliteClient } from './embedded/pglite-settings.ts'
import { traceQueries } from './trace-queries.ts'

/** Opens PGlite in a folder, or in memory if none is given. The caller must hold the folder's lock. */
export async function openEmbedded(options: { folder?: string; tracer?: Tracer } = {}): Promise<Database> {
  return overPglite(await create(options.folder), options.tracer)
}

export { pgliteParsers, pgliteStartParams } from './embedded/pglite-settings.ts'

export function overPglite(client: PgliteClient, tracer?: Tracer): Database {
  const exclusive = createExclusiveConnection()
  const kysely = new Kysely<unknown>({
    dialect: new PgliteDialect(client, exclusive),
    ...traceQueries(tracer),
  })

  return {
    engine: 'embedded',
    tables: <Tables>() => kysely as Kysely<Tables>,
    run: (text, values) =>
      exclusive.run(async () => {
        if (values && values.length > 0) return await client.query(text, values)
        const results = await client.exec(text)
        return results.at(-1) ?? { rows: [] }
      }),
    openCopy: () => openPgliteCopy(client, () => exclusive.acquire()),
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

async function create(folder: string | undefined): Promise<PgliteClient> {
  if (folder === undefined) return await openPgliteThread(undefined)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await openPgliteThread(folder)
  } catch (cause) {
    throw new OperatorError({
      code: 'store.embedded.open',
      message: `The embedded database in ${folder} can't be opened.`,
      remedy: 'Check that the folder is readable and writable. If it is damaged, restore it from a backup.',
      cause,
    })
  }
}
