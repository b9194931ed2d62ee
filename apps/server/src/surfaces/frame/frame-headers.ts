/** The headers of the verification page: it runs its own code alone, talks to its own server alone. */
export function frameHeaders(ancestors: readonly string[]): Record<string, string> {
  const sources = ancestors.length > 0 ? ancestors.join(' ') : "'none'"
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' blob: data:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${sources}`,
    ].join('; '),
    'permissions-policy': 'camera=(self), geolocation=(self)',
    ...common(),
  }
}

/** Of the page that only says that a site may not show it: it can be seen on every site, and does nothing. */
export const refusalHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors *",
  ...common(),
}

function common(): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
