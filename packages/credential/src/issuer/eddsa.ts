import { createRequire } from 'node:module'
import type * as Eddsa from '@zk-kit/eddsa-poseidon'

/**
 * By `require`: the ES module of this package imports a folder of a CommonJS package, which Node refuses to load; its
 * CommonJS form is whole.
 */
export const eddsa = createRequire(import.meta.url)('@zk-kit/eddsa-poseidon') as typeof Eddsa
