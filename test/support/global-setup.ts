import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { buildDemoLedger } from './demo-ledger.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A dump of an empty embedded store: quicker to start from than making one anew. */
    pgliteTemplate: string
    /** A dump of an embedded store whose ledger is the one below, filled as a first start fills it. */
    pgliteDemoTemplate: string
    clickhouseDemoTemplate: string
  }
}

/** One PostgreSQL server for the whole run; every suite makes a database of its own in it. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-template-'))
  const dump = async (pglite: PGlite, name: string) => {
    const path = join(folder, name)
    writeFileSync(path, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
    return path
  }
  const pglite = await PGlite.create()
  project.provide('postgresUrl', postgres.url)
  project.provide('pgliteTemplate', await dump(pglite, 'empty.tar'))
  await buildDemoLedger({ pglite, postgresUrl: postgres.url, clickhouseFolder: join(folder, 'clickhouse') })
  project.provide('pgliteDemoTemplate', await dump(pglite, 'demo.tar'))
  project.provide('clickhouseDemoTemplate', join(folder, 'clickhouse'))
  await pglite.close()
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
