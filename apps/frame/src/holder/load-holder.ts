/** The wallet's arithmetic is large: it comes when it is needed, and while the person reads the first screen. */
export function loadHolder(): Promise<typeof import('./index.ts')> {
  return import('./index.ts')
}
