import type { Settings } from './read-settings.ts'

/** A folder with a store in it belongs to one process at a time. */
export function isFolderHeld(settings: Settings): boolean {
  return settings.databaseUrl === undefined
}
