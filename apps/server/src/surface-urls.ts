import type { Settings } from '@touchstone/runtime'

type Hosts = Pick<Settings, 'surfaceHosts' | 'publicUrl'>

/** Where each surface is called. */
export type SurfaceUrls = { base: string; openapi: string; auth: string }

/**
 * A surface with a host name of its own answers only under that name, so that the address the service listens on is of no
 * use there. Such a name is reached as browsers reach the service: with the scheme and port of PUBLIC_URL where a proxy is in
 * front, else with those that it listens on.
 */
export function surfaceUrls({ surfaceHosts, publicUrl }: Hosts, url: string): SurfaceUrls {
  const urlOf = (host: string | undefined) => (host === undefined ? url : originOf(host, publicUrl ?? url))
  return {
    base: urlOf(surfaceHosts['admin-gateway']),
    openapi: urlOf(surfaceHosts.openapi),
    auth: urlOf(surfaceHosts.auth),
  }
}

/** For a link on a page of the service itself. */
export function dashboardUrl({ surfaceHosts, publicUrl }: Hosts, url: string): string {
  const { dashboard } = surfaceHosts
  return dashboard === undefined ? '/dashboard' : `${originOf(dashboard, publicUrl ?? url)}/dashboard`
}

function originOf(host: string, reachedBy: string): string {
  const reached = new URL(reachedBy)
  reached.hostname = host
  return reached.origin
}
