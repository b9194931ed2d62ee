import type { Settings } from '@touchstone/runtime'

/** Where each surface is called. */
export type SurfaceUrls = { base: string; openapi: string; auth: string }

/**
 * A surface with a host name of its own answers only under that name, so that the address the service listens on is of no
 * use there. Such a name is reached as browsers reach the service: with the scheme and port of PUBLIC_URL where a proxy is in
 * front, else with those that it listens on.
 */
export function surfaceUrls(
  { surfaceHosts, publicUrl }: Pick<Settings, 'surfaceHosts' | 'publicUrl'>,
  url: string,
): SurfaceUrls {
  const urlOf = (host: string | undefined): string => {
    if (host === undefined) return url
    const reached = new URL(publicUrl ?? url)
    reached.hostname = host
    return reached.origin
  }
  return {
    base: urlOf(surfaceHosts['admin-gateway']),
    openapi: urlOf(surfaceHosts.openapi),
    auth: urlOf(surfaceHosts.auth),
  }
}
