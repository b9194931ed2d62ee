import { join } from 'node:path'
import { buildPages } from './build-pages.mjs'
import { build, checkNode, install, root, say } from './prepare.mjs'

// Takes screenshots of every screen of the verification page and every view of the dashboard, in light, dark and
// phone-sized variants. "npm run shots -- login" takes only those with matching names; "--locale=zh-HK" selects the
// other language.

checkNode()
install()
// The dashboard's server starts threads, which run compiled files.
build({ checkTypes: false })
await buildPages()
const { runnerImport } = await import('vite')
const load = async (file) => {
  const conditions = ['@touchstone/source', 'module', 'node']
  const config = { root, configFile: false, resolve: { conditions }, ssr: { resolve: { conditions } } }
  return (await runnerImport(join(root, 'test/support', file), config)).module
}
const { takeShots } = await load('frame-fixtures/take-shots.ts')
const { takeDashboardShots } = await load('take-dashboard-shots.ts')
const flags = process.argv.slice(2)
const locale = flags.find((flag) => flag.startsWith('--locale='))?.slice('--locale='.length) ?? 'en'
const only = flags.find((flag) => !flag.startsWith('--'))
const folder = join(root, 'test/e2e/shots')
const taken = (await takeShots(folder, only, locale)) + (await takeDashboardShots(folder, only, locale))
say(`${taken} screenshots in test/e2e/shots`)
