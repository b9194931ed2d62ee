import { fileURLToPath } from 'node:url'

/**
 * Returns the folder with real data, which is not part of the repository. Tests that need the data are named
 * `*.data.test.ts` and run with `npm test -- --all` if the data is present.
 */
export const dataFolder = (name = ''): string =>
  fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url))
