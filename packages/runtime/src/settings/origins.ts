import type { Settings } from './read-settings.ts'

/** Returns whether browsers reach the service over https. In production, they always do. */
export function isServedOverHttps({ production, publicUrl }: Settings): boolean {
  return production || publicUrl?.startsWith('https://') === true
}

/**
 * Returns whether the dashboard and the verification page have the same origin. A surface without its own
 * host name responds on every host name.
 */
export function isOriginShared({ surfaceHosts: { dashboard, frame } }: Settings): boolean {
  return dashboard === undefined || frame === undefined || dashboard === frame
}
