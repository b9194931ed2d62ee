import { build, buildBrowserParts, checkNode, install } from './prepare.mjs'

// Rebuilds the outdated parts of everything that the server needs at run time, from the packages in the lock file.

checkNode()
install()
build()
await buildBrowserParts()
