/** Loads the wallet code, which is large: when it is needed, or while the person reads the first screen. */
export function loadHolder(): Promise<typeof import('./index.ts')> {
  return import('./index.ts')
}
