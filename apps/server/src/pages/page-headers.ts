/**
 * Response headers of every page. They forbid inline scripts and styles, requests to other servers, and
 * framing. Pages are not cached, because the start page shows the demo key, and a cached copy would still
 * show the key after it has changed.
 */
export const pageHeaders = headersWith("'self'")

/** Response headers of a page that displays pictures from memory (blob URLs). */
export const picturePageHeaders = headersWith("'self' blob:")

function headersWith(images: string) {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src ${images}; ` +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  } as const
}
