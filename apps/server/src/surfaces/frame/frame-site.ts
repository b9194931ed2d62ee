import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where the built page lies. */
export const siteFolder = join(
  dirname(createRequire(import.meta.url).resolve('@touchstone/frame/package.json')),
  'dist',
  'site',
)
