import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDocs } from './docs/generate.mjs'
import { build, checkNode, fail, root, say } from './prepare.mjs'

// Writes the generated parts of the documents from what the built code says of itself. With --check it changes
// nothing and fails when a part is stale.

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
  if (stale.length > 0) fail(`${stale.map(({ path }) => path).join(', ')}: stale. Run "npm run docs".`)
} else {
  for (const { path, text } of stale) {
    writeFileSync(join(root, path), text)
    say(`wrote ${path}`)
  }
}
