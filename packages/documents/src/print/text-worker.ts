import { createRequire } from 'node:module'

/**
 * The thread in which Tesseract runs. It can reach no server, whatever it is told, and what its libraries mutter about a
 * picture ("box outside rectangle") is not written into the service's log.
 */
Object.assign(globalThis, { fetch: () => Promise.reject(new Error('nothing is fetched here')) })
process.stderr.write = () => true

createRequire(import.meta.url)('tesseract.js/src/worker-script/node/index.js')
