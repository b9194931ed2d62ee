import { readSettings, type Settings } from '@touchstone/runtime'

/** The environment variables by which the server selects a store. */
export type StoreEnv = Readonly<Record<string, string>> & { readonly TOUCHSTONE_DATA: string }

/**
 * Ignores the environment and the working folder of the caller, so that they cannot affect the measurement.
 */
export function settingsOf(env: StoreEnv): Settings {
  return readSettings({ env, folder: env.TOUCHSTONE_DATA })
}
