import { fileURLToPath } from 'node:url'

/** The keys that come with the repository, for development and tests. From `src` and from `dist` alike. */
export const developmentKeys = fileURLToPath(new URL('../../keys', import.meta.url))
