import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { addKeyToFile } from '@touchstone/biometrics'
import { readSettings, type Settings } from '@touchstone/runtime'

/** The environment variables that the server uses to select a store. */
export type StoreEnv = Readonly<Record<string, string>> & { readonly TOUCHSTONE_DATA: string }

/** The caller's environment and working folder are ignored, so that they cannot affect the measurement. */
export function settingsOf(env: StoreEnv): Settings {
  return readSettings({ env, folder: env.TOUCHSTONE_DATA })
}

/**
 * Returns the settings of a production node in a folder, and creates the key file that production requires. The
 * benchmarks verify nobody, so no mail is sent.
 */
export function productionEnv(folder: string, more: Readonly<Record<string, string>>): StoreEnv {
  const faceprintKeys = join(folder, 'faceprint-keys')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(faceprintKeys)) addKeyToFile(faceprintKeys)
  return {
    NODE_ENV: 'production',
    TOUCHSTONE_SECRET: 'the secret of a temporary benchmark store',
    SMTP_URL: 'smtp://mail.example',
    FACEPRINT_KEYS: faceprintKeys,
    TOUCHSTONE_DATA: folder,
    ...more,
  }
}
