import type { Settings } from '@touchstone/runtime'

type Hosts = Pick<Settings, 'surfaceHosts' | 'publicUrl'>

/** Base URLs of the surfaces. */
export type SurfaceUrls = { base: string; openapi: string; auth: string }

/**
 * Returns the base URL of every surface. A surface with its own host name responds only to requests for that
 * name, not to requests for the service's listening address. Its URL has the scheme and port of PUBLIC_URL if
 * the service is behind a proxy, and otherwise those of the service.
 */
export function surfaceUrls({ surfaceHosts, publicUrl }: Hosts, url: string): SurfaceUrls {
  const urlOf = (host: string | undefined) => (host === undefined ? url : originOf(host, publicUrl ?? url))
  return {
    base: urlOf(surfaceHosts['admin-gateway']),
    openapi: urlOf(surfaceHosts.openapi),
    auth: urlOf(surfaceHosts.auth),
  }
}

/** Returns the URL for a link on one of the service's pages. */
export function dashboardUrl({ surfaceHosts, publicUrl }: Hosts, url: string): string {
  const { dashboard } = surfaceHosts
  return dashboard === undefined ? '/dashboard' : `${originOf(dashboard, publicUrl ?? url)}/dashboard`
}

function originOf(host: string, reachedBy: string): string {
  const reached = new URL(reachedBy)
  reached.hostname = host
  return reached.origin
}
