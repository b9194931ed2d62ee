import { build, buildBrowserParts, checkNode } from './prepare.mjs'

// Everything that the server needs to run, of which only what is stale is built again.

checkNode()
build()
await buildBrowserParts()
