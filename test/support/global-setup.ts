import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A dump of an empty embedded store: quicker to start from than making one anew. */
    pgliteTemplate: string
    /** For what is made once for all suites, see `onceInRun`. */
    runFolder: string
  }
}

/** One PostgreSQL server for the whole run; every suite makes a database of its own in it. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-template-'))
  const template = join(folder, 'empty.tar')
  const pglite = await PGlite.create()
  writeFileSync(template, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('pgliteTemplate', template)
  project.provide('runFolder', folder)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
