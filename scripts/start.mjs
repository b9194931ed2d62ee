import { ensureAnvil } from './emulated-anvil.mjs'
import { build, buildBrowserParts, checkNode, install } from './prepare.mjs'

checkNode()
install()
ensureAnvil({ mayInstallEmulator: false })
build()
await buildBrowserParts()
await import('../apps/server/dist/main.js')
