import { join } from 'node:path'
import type { Settings } from './read-settings.ts'

/** Returns whether the data folder contains an embedded store and therefore must be locked by one process. */
export function isFolderHeld(settings: Settings): boolean {
  return settings.databaseUrl === undefined
}

/** The folder of the embedded store. */
export const embeddedFolder = ({ dataFolder }: Pick<Settings, 'dataFolder'>): string =>
  join(dataFolder, 'postgres')
