import { buildBrowserParts } from './prepare.mjs'

// Runs the bundler in a separate process, so that its memory is released when the build ends.
await buildBrowserParts()
