import { build, buildBrowserParts, checkNode, install } from './prepare.mjs'

checkNode()
install()
build({ checkTypes: false })
await buildBrowserParts()
await import('../apps/server/dist/main.js')
