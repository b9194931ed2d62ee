import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDocs } from './docs/generate.mjs'
import { build, checkNode, fail, root, say } from './prepare.mjs'

// Writes the generated parts of the documentation from the built code. With --check, changes nothing and
// fails if a part is outdated.

checkNode()
build()
const { operations, errorCatalogue } = await import('../packages/contract/dist/index.js')
const { settingsTable } = await import('../packages/runtime/dist/index.js')
const { commandTable } = await import('../apps/cli/dist/command-table.js')
const { buildServer } = await import('../apps/server/dist/build-server.js')

const read = (path) => readFileSync(join(root, path), 'utf8')
const sources = { operations, errorCatalogue, settingsTable, commandTable, buildServer, read }
const generated = await generateDocs(sources)
const stale = generated.filter(({ path, text }) => read(path) !== text)

if (process.argv.includes('--check')) {
  if (stale.length > 0) fail(`${stale.map(({ path }) => path).join(', ')}: outdated. Run "npm run docs".`)
} else {
  for (const { path, text } of stale) {
    writeFileSync(join(root, path), text)
    say(`wrote ${path}`)
  }
}
