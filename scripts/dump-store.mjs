import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, checkNode, install, root, say } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

// Writes a small database of this version as SQL, and the expected service results as JSON:
// test/stores/<version>.sql and .json. Run it once per release. test/e2e/released-stores.test.ts opens the
// stores of all releases.

checkNode()
install()
ensureSystemPackages()
build()
const { runnerImport } = await import('vite')
const load = async (file) => {
  const conditions = ['@touchstone/source', 'module', 'node']
  const config = { root, configFile: false, resolve: { conditions }, ssr: { resolve: { conditions } } }
  return (await runnerImport(join(root, 'test/support', file), config)).module
}
const { startPostgres } = await load('postgres-server.ts')
const { fillStore, openReleased, readStore } = await load('released-store.ts')

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const postgres = await startPostgres()
try {
  const store = await openReleased({ databaseUrl: postgres.url })
  const keys = await fillStore(store.runtime)
  await store.close()
  const later = await openReleased({ databaseUrl: postgres.url }, keys.now)
  const read = await readStore(later.runtime, keys)
  await later.close()
  // Writes one row per line, so that diffs are readable.
  const options = ['--inserts', '--rows-per-insert=1', '--no-owner', '--no-privileges', '--no-comments']
  const sql = execFileSync('pg_dump', [...options, postgres.url], { encoding: 'utf8' })
  const folder = join(root, 'test/stores')
  mkdirSync(folder, { recursive: true })
  // Removes the commands of psql, which are not SQL.
  writeFileSync(join(folder, `${version}.sql`), sql.replaceAll(/^(?:\\.*|--.*|)\n/gm, ''))
  writeFileSync(join(folder, `${version}.json`), `${JSON.stringify({ keys, read }, null, 2)}\n`)
  say(`wrote test/stores/${version}.sql and .json`)
} finally {
  await postgres.stop()
}
