/**
 * `unreachable`: no connection, or no complete response in time. `unavailable`: HTTP 5xx. `limited`: the rate
 * limit is exceeded. `refused`: the source rejects the request, for example because the key is invalid.
 * `invalid`: the response is not what the source documents. `oversized`: the response is too long.
 * `redirect`: the source redirects to another URL. `narrow`: the source requires a smaller range or fewer
 * rows. `changed`: the source's chain changed between two responses. `chain`: the source is a node of another
 * chain.
 */
export type SourceErrorKind =
  | 'unreachable'
  | 'unavailable'
  | 'limited'
  | 'refused'
  | 'invalid'
  | 'oversized'
  | 'redirect'
  | 'narrow'
  | 'changed'
  | 'chain'

const temporary: ReadonlySet<SourceErrorKind> = new Set([
  'unreachable',
  'unavailable',
  'limited',
  'invalid',
  'changed',
])

/** A failed request to a history source. The message never contains a key or an address. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly kind: SourceErrorKind
  /** Whether the request may succeed later. */
  readonly retryable: boolean
  /** The pause that the source requested. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: SourceErrorKind,
    message: string,
    details: { readonly retryable?: boolean; readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(message)
    this.kind = kind
    this.retryable = details.retryable ?? temporary.has(kind)
    this.retryAfterMs = details.retryAfterMs
  }
}

const longestText = 160

/**
 * Returns a source's text for an error message: on one line, shortened, and without long words, because these
 * can be keys, addresses or hashes.
 */
export function quote(said: string): string {
  return said
    .slice(0, 10 * longestText)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/[\w.:/?&=%+-]{20,}/g, '…')
    .slice(0, longestText)
}
