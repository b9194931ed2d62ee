import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'

/** The methods of PGlite that a store uses. */
export type PgliteClient = Pick<PGlite, 'query' | 'exec' | 'execProtocolRaw' | 'close'>

/** The compiled engine. */
export type PgliteEngine = NonNullable<PGliteOptions['pgliteWasmModule']>

// Dates remain text, because a Date would shift them by the local time zone. 64-bit integers are converted to
// numbers, or rejected if the conversion would not be exact.
export const pgliteParsers = { [types.DATE]: (value: string) => value, [types.INT8]: parseInteger }

/**
 * Settings for one connection and a store of a few gigabytes. The write-ahead log is kept short, because it
 * is read only during crash recovery. The engine's memory never shrinks, and the operating system caches the
 * files as well, so the engine's own buffers are small.
 */
const engineSettings = [
  'max_wal_size=256MB',
  'min_wal_size=32MB',
  'jit=off',
  'random_page_cost=1.1',
  'shared_buffers=32MB',
  'maintenance_work_mem=32MB',
]

export const pgliteStartParams = [
  ...PGlite.defaultStartParams,
  ...engineSettings.flatMap((setting) => ['-c', setting]),
]

export function parseInteger(value: string): number {
  const parsed = Number(value)
  if (!Number.isSafeInteger(parsed)) throw new Error('a 64-bit integer in the store exceeds 2^53')
  return parsed
}
