import { build, buildBrowserParts, checkNode, install } from './prepare.mjs'

checkNode()
install()
build()
await buildBrowserParts()
await import('../apps/server/dist/main.js')
