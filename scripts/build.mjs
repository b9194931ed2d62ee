import { build, buildBrowserParts, checkNode } from './prepare.mjs'

// Rebuilds the outdated parts of everything that the server needs at run time.

checkNode()
build()
await buildBrowserParts()
