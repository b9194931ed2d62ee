/** What both envelopes say about one kind of error. */
type CatalogueEntry = {
  /** `code` in the admin-gateway envelope, and the HTTP status that carries it. */
  readonly gateway: { readonly code: number; readonly http: number }
  /** `code` in the common envelope; always equal to the HTTP status. */
  readonly common: number
  readonly text: string
  readonly meaning: string
  readonly remedy: string
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean
}

export const commonSuccess = 200
export const gatewaySuccess = 80000000

/** Every error a client can meet. The reference page in `docs/` is generated from this table. */
export const errorCatalogue = {
  system: {
    gateway: { code: 80000001, http: 500 },
    common: 500,
    text: 'system error',
    meaning:
      'Something failed inside the service. Nothing of the inside is told; the request id finds it in the log.',
    remedy: 'Try again later; if it stays, give the operator the value of the x-request-id header.',
    retryable: true,
  },
  parameter: {
    gateway: { code: 80000002, http: 200 },
    common: 400,
    text: 'parameter error',
    meaning:
      'A field is missing, has the wrong type or a value outside its range, or the body is not valid JSON.',
    remedy: 'The text names the field and what is wrong with it: correct it and call again.',
    retryable: false,
  },
  notJson: {
    gateway: { code: 80000002, http: 200 },
    common: 415,
    text: 'parameter error',
    meaning: 'The Content-Type is not application/json.',
    remedy: 'Send the body as JSON with Content-Type: application/json.',
    retryable: false,
  },
  rateLimit: {
    gateway: { code: 80000003, http: 429 },
    common: 429,
    text: 'rate limit exceeded',
    meaning: 'More calls in one second than the plan of this key allows. A refused call is not counted.',
    remedy: 'Wait for the seconds of the Retry-After header, or ask for another plan.',
    retryable: true,
  },
  notReady: {
    gateway: { code: 80000004, http: 503 },
    common: 503,
    text: 'not ready',
    meaning: 'The service is starting, stopping, or has no connection to its store.',
    remedy: 'Try again in a few seconds.',
    retryable: true,
  },
  noSuchPath: {
    gateway: { code: 80000005, http: 404 },
    common: 404,
    text: 'no such path',
    meaning: 'Nothing is served under this path.',
    remedy: 'Compare the path with the reference at /docs.',
    retryable: false,
  },
  wrongMethod: {
    gateway: { code: 80000006, http: 405 },
    common: 405,
    text: 'wrong method',
    meaning: 'The path exists, but not for this HTTP method.',
    remedy: 'Use a method named in the Allow header.',
    retryable: false,
  },
  bodyTooLarge: {
    gateway: { code: 80000007, http: 413 },
    common: 413,
    text: 'body too large',
    meaning: 'The body is larger than any request of this interface needs to be.',
    remedy: 'Send only the documented fields.',
    retryable: false,
  },
  credentials: {
    gateway: { code: 81000014, http: 200 },
    common: 401,
    text: 'application id and API key do not match',
    meaning:
      'The merchant number is unknown, the API key is wrong, revoked or expired, or the two do not belong together.',
    remedy: 'Check both values; a key is shown once, when it is made: rotate it if it is lost.',
    retryable: false,
  },
  planForbids: {
    gateway: { code: 80000002, http: 200 },
    common: 403,
    text: 'not in the plan',
    meaning: 'The key is valid, but its plan does not hold this operation or coin.',
    remedy: 'Ask the operator for a plan that does.',
    retryable: false,
  },
  programNotFound: {
    gateway: { code: 81000015, http: 200 },
    common: 404,
    text: 'program not found for this merchant',
    meaning: 'The merchant has no program of this number that the operation can answer for.',
    remedy: 'Use a programNo of this merchant, of the credential kind that the operation asks about.',
    retryable: false,
  },
  chainNotSupported: {
    gateway: { code: 81000016, http: 200 },
    common: 400,
    text: 'chain not supported for this operation',
    meaning:
      'The chainId is not in the list of supported chains, or this operation does not serve that chain.',
    remedy: 'Use a supported chain id; the accredited-investor overview knows 137 and 8453 only.',
    retryable: false,
  },
  invalidAddress: {
    gateway: { code: 80000002, http: 200 },
    common: 400,
    text: 'invalid address',
    meaning:
      "The address is none of the coin's network: its checksum, length or alphabet is wrong, or it belongs to another chain.",
    remedy: 'Check the address and that the coin is of the same network.',
    retryable: false,
  },
  unsupportedCoin: {
    gateway: { code: 80000002, http: 200 },
    common: 400,
    text: 'unsupported coin',
    meaning: 'The coin is not in the list that the status operation returns in support_coin.',
    remedy: 'Use one of support_coin, written exactly as there.',
    retryable: false,
  },
  unknownTransaction: {
    gateway: { code: 80000002, http: 200 },
    common: 404,
    text: 'unknown transaction',
    meaning: 'The ledger has no transfer of this coin in a transaction of this hash.',
    remedy:
      'Check the hash and the coin; leave txid out when it is not known. Blocks not yet imported are not known.',
    retryable: false,
  },
  tooManyWatches: {
    gateway: { code: 80000002, http: 200 },
    common: 403,
    text: 'too many watches',
    meaning: 'The merchant already watches as many addresses as a merchant can.',
    remedy: 'Remove watches that are no longer needed; total of the list says how many there are.',
    retryable: false,
  },
  noWebhookSecret: {
    gateway: { code: 80000002, http: 200 },
    common: 400,
    text: 'no webhook secret',
    meaning: 'A url was given, but the merchant has no secret that its alerts could be signed with.',
    remedy: 'Ask the operator for a webhook secret, or leave url out and read the levels from the list.',
    retryable: false,
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorName = keyof typeof errorCatalogue

/** Where the project's documentation explains an error. */
export function errorDocsPath(kind: ErrorName): string {
  return `docs/errors.md#${kind}`
}

/** An error with a place in the catalogue, thrown by engines and turned into an envelope by the surfaces. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly kind: ErrorName
  /** What is wrong in this very case, e.g. `page must be at least 1`. Never holds a value that the client sent. */
  readonly detail: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: ErrorName,
    options: { detail?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    const text = errorCatalogue[kind].text
    super(
      options.detail === undefined ? text : `${text}: ${options.detail}`,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.kind = kind
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get retryable(): boolean {
    return errorCatalogue[this.kind].retryable
  }

  get docsPath(): string {
    return errorDocsPath(this.kind)
  }
}
