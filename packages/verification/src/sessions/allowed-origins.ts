import type { Program } from '@touchstone/kyc'

type Listed = Pick<Program, 'allowedDomains'>

/**
 * The origins that are allowed if a program names no domain: pages on the same machine, except in production.
 */
const developmentSources = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
)

/** Returns whether a page with this origin can embed the program. */
export function isOriginAllowed(program: Listed, origin: string, production: boolean): boolean {
  if (program.allowedDomains.length > 0) return program.allowedDomains.includes(origin)
  return !production && isOfThisMachine(origin)
}

/** Returns the allowed origins as sources for `frame-ancestors`. */
export function ancestorsOf(programs: readonly Listed[], production: boolean): string[] {
  const sources = programs.flatMap(({ allowedDomains }) =>
    allowedDomains.length > 0 ? allowedDomains : production ? [] : developmentSources,
  )
  return [...new Set(sources)]
}

function isOfThisMachine(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, origin: itself } = new URL(origin)
  return itself === origin && /^https?:$/.test(protocol) && /^(localhost|127\.0\.0\.1)$/.test(hostname)
}
