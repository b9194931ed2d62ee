import { createRequire } from 'node:module'

/**
 * The thread that runs Tesseract. The thread can't contact any server, and the library's warnings about
 * images ("box outside rectangle") do not reach the service's log.
 */
Object.assign(globalThis, {
  fetch: () => Promise.reject(new Error('network access is disabled in this thread')),
})
process.stderr.write = () => true

createRequire(import.meta.url)('tesseract.js/src/worker-script/node/index.js')
