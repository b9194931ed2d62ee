import { createRequire } from 'node:module'

/**
 * The thread that runs Tesseract. It can't contact any server. Library warnings about images ("box outside
 * rectangle") are kept out of the service's log.
 */
Object.assign(globalThis, {
  fetch: () => Promise.reject(new Error('network access is disabled in this thread')),
})
process.stderr.write = () => true

createRequire(import.meta.url)('tesseract.js/src/worker-script/node/index.js')
