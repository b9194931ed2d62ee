/** What the first screen does without. */
export function loadLater(): Promise<typeof import('./later.ts')> {
  return import('./later.ts')
}
