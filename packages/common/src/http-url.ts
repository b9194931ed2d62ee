import { OperatorError } from './operator-error.ts'

/** The URL of a remote service, with its secrets separated from the parts that may be logged. */
export type HttpUrl = {
  /** The URL without credentials. */
  readonly target: string
  /** The host, the only part of the URL that may be logged, because paths and queries can contain keys. */
  readonly host: string
  /** The URL's credentials as a header. */
  readonly headers: Readonly<Record<string, string>>
  /** Parts of the URL that may be secret. */
  readonly secrets: readonly string[]
}

/** Parses an http or https URL. Throws an `OperatorError` for any other text. */
export function readHttpUrl(text: string): HttpUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OperatorError({
      code: 'rpc-url',
      message: 'The address of a node or source is not an http or https URL.',
      remedy: 'Use the form https://host/path.',
    })
  }
  const headers: Record<string, string> = {}
  const secrets = [...url.pathname.split('/'), ...url.searchParams.values()]
  if (url.username !== '' || url.password !== '') {
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`
    secrets.push(decodeURIComponent(url.password))
    // fetch rejects a URL that contains credentials.
    url.username = ''
    url.password = ''
  }
  const hidden = secrets.filter((secret) => secret.length >= 6)
  return { target: url.href, host: url.host, headers, secrets: hidden }
}
