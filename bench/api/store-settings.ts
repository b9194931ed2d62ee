import { readSettings, type Settings } from '@touchstone/runtime'

/** The environment variables that the server uses to select a store. */
export type StoreEnv = Readonly<Record<string, string>> & { readonly TOUCHSTONE_DATA: string }

/** The caller's environment and working folder are ignored, so that they cannot affect the measurement. */
export function settingsOf(env: StoreEnv): Settings {
  return readSettings({ env, folder: env.TOUCHSTONE_DATA })
}
