import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A dump of an empty embedded store. Loading the dump is faster than creating a new store. */
    pgliteTemplate: string
    /** Folder for data that is created once for all suites; see `onceInRun`. */
    runFolder: string
  }
}

/** Starts one PostgreSQL server for the whole run. Every suite creates its own database on this server. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-template-'))
  project.provide('postgresUrl', postgres.url)
  project.provide('pgliteTemplate', await pgliteTemplate())
  project.provide('runFolder', folder)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the path of the dump. The dump is created once for each version of the embedded engine, because
 * setting up a store takes six seconds of CPU time.
 */
async function pgliteTemplate(): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'pglite')
  const manifest = readFileSync(join(root, 'node_modules', '@electric-sql', 'pglite', 'package.json'), 'utf8')
  const template = join(cache, `empty-${(JSON.parse(manifest) as { version: string }).version}.tar`)
  if (existsSync(template)) return template
  mkdirSync(cache, { recursive: true })
  const pglite = await PGlite.create()
  const draft = `${template}-${process.pid}`
  writeFileSync(draft, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  renameSync(draft, template)
  return template
}
