import type { Settings } from './read-settings.ts'

/** Returns whether the data folder contains an embedded store and therefore must be locked by one process. */
export function isFolderHeld(settings: Settings): boolean {
  return settings.databaseUrl === undefined
}
