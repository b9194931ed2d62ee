import { readSettings, type Settings } from '@touchstone/runtime'

/** How a store is told to a server or a role: the environment that the server itself reads. */
export type StoreEnv = Readonly<Record<string, string>> & { readonly TOUCHSTONE_DATA: string }

/** Nothing of the caller's own environment or working folder may change what is measured. */
export function settingsOf(env: StoreEnv): Settings {
  return readSettings({ env, folder: env.TOUCHSTONE_DATA })
}
