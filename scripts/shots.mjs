import { join } from 'node:path'
import { buildPages } from './build-pages.mjs'
import { checkNode, install, root, say } from './prepare.mjs'

// Pictures of every screen of the verification page, to look at: light, dark, and as wide as a phone.
// "npm run shots -- login" takes those alone whose names match; "--locale=zh-HK" takes the other language.

checkNode()
install()
await buildPages()
const { runnerImport } = await import('vite')
const { module } = await runnerImport(join(root, 'test/support/frame-fixtures/take-shots.ts'), {
  root,
  configFile: false,
  resolve: { conditions: ['@touchstone/source', 'module', 'node'] },
  ssr: { resolve: { conditions: ['@touchstone/source', 'module', 'node'] } },
})
const flags = process.argv.slice(2)
const locale = flags.find((flag) => flag.startsWith('--locale='))?.slice('--locale='.length) ?? 'en'
const only = flags.find((flag) => !flag.startsWith('--'))
const folder = join(root, 'test/e2e/shots')
const taken = await module.takeShots(folder, only, locale)
say(`${taken} pictures in test/e2e/shots`)
