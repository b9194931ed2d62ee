import type { Settings } from './read-settings.ts'

/** Returns whether browsers reach the service over https. In production, they always do. */
export function isServedOverHttps({ production, publicUrl }: Settings): boolean {
  return production || publicUrl?.startsWith('https://') === true
}

/**
 * Returns the origin at which browsers reach the dashboard: from the settings or, without PUBLIC_URL, the address at which
 * this process listens. Never depends on the host name in a request.
 */
export function dashboardOrigin({
  settings,
  address,
}: {
  settings: Settings
  address: { url: string }
}): string {
  const url = new URL(settings.publicUrl ?? (address.url || `http://localhost:${settings.port}`))
  const { dashboard } = settings.surfaceHosts
  if (dashboard !== undefined) url.hostname = dashboard
  return url.origin
}

/** Returns the page for single sign-on of a merchant or the operator, to which the provider returns the browser. */
export function ssoAddress(of: Parameters<typeof dashboardOrigin>[0], whose: string): string {
  return `${dashboardOrigin(of)}/dashboard/sso/${whose}`
}

/**
 * Returns whether the dashboard and the verification page have the same origin. A surface without its own
 * host name responds on every host name.
 */
export function isOriginShared({ surfaceHosts: { dashboard, frame } }: Settings): boolean {
  return dashboard === undefined || frame === undefined || dashboard === frame
}
