/**
 * The headers of every page. Nothing inline runs or styles, nothing comes from another server or is asked of one, and the
 * page can't be framed. It is not stored: the start page shows the demo key, and a cached one would outlive it.
 */
export const pageHeaders = headersWith("'self'")

/** As of every page, for one that shows pictures which it has in memory. */
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
