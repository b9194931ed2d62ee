import { buildBrowserParts } from './prepare.mjs'

// A process of its own for the bundler, whose memory a process that goes on to run would keep.
await buildBrowserParts()
