/**
 * Loads the wallet code when it is needed, or in advance while the person reads the first screen. The code is
 * large.
 */
export function loadHolder(): Promise<typeof import('./index.ts')> {
  return import('./index.ts')
}
