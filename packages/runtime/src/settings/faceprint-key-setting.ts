import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { addKeyToFile, type KeySetting } from '@touchstone/biometrics'
import type { Settings } from './read-settings.ts'

/**
 * Returns where the faceprint keys are stored. Defaults to a file in the data folder, which is created on
 * first use.
 */
export function faceprintKeySetting(settings: Settings): KeySetting {
  if (settings.faceprintKeys !== undefined) return settings.faceprintKeys
  const file = join(settings.dataFolder, 'faceprint-keys')
  if (!existsSync(file)) {
    mkdirSync(settings.dataFolder, { recursive: true, mode: 0o700 })
    addKeyToFile(file)
  }
  return { file }
}
