import { createRequire } from 'node:module'
import type * as Eddsa from '@zk-kit/eddsa-poseidon'

/**
 * Loaded with `require`: the package's ES module imports a folder of a CommonJS package, which Node.js does not
 * support. Its CommonJS build is complete.
 */
export const eddsa = createRequire(import.meta.url)('@zk-kit/eddsa-poseidon') as typeof Eddsa
