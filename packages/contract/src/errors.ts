/** A kind of error, with its representation in both envelopes. */
type CatalogueEntry = {
  /** `code` in the gateway envelope, and the HTTP status of that response. */
  readonly gateway: { readonly code: number; readonly http: number }
  /** `code` in the common envelope. Always equal to the HTTP status. */
  readonly common: number
  /** Stable text of the error, sent as `message` or `msg`. */
  readonly text: string
  /** The cause, as a sentence. */
  readonly meaning: string
  /** The remedy for the caller, as a sentence. */
  readonly remedy: string
  /** Whether the same request, without changes, could succeed later. */
  readonly retryable: boolean
}

/** `code` of a successful response in the common envelope. */
export const commonSuccess = 200
/** `code` of a successful response in the gateway envelope. */
export const gatewaySuccess = 80000000

/** Every error that the API returns. `docs/errors.md` is generated from this table. */
export const errorCatalogue = {
  system: {
    gateway: { code: 80000001, http: 500 },
    common: 500,
    text: 'system error',
    meaning:
      'An internal error occurred. The response contains no details; the log has an entry with the same request id.',
    remedy: 'Retry later. If the error persists, send the value of the x-request-id header to the operator.',
    retryable: true,
  },
  parameter: {
    gateway: { code: 80000002, http: 200 },
    common: 400,
    text: 'parameter error',
    meaning: 'A field is missing, has the wrong type or is out of range, or the body is not valid JSON.',
    remedy: 'Correct the field that the message names and send the request again.',
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
    meaning:
      "The key exceeded its plan's limit for requests per second, or the merchant has too many risk scores or batches in progress. Rejected requests do not count against the limit.",
    remedy:
      'Wait for the number of seconds in the Retry-After header, or ask the operator for a higher limit.',
    retryable: true,
  },
  notReady: {
    gateway: { code: 80000004, http: 503 },
    common: 503,
    text: 'not ready',
    meaning:
      'The service is starting or stopping, its database is unavailable, or all merchants together have too many risk scores in progress.',
    remedy: 'Retry in a few seconds.',
    retryable: true,
  },
  noSuchPath: {
    gateway: { code: 80000005, http: 404 },
    common: 404,
    text: 'no such path',
    meaning: 'The service has no endpoint at this path.',
    remedy: 'Check the path against the API reference at /docs.',
    retryable: false,
  },
  wrongMethod: {
    gateway: { code: 80000006, http: 405 },
    common: 405,
    text: 'wrong method',
    meaning: 'The endpoint does not accept this HTTP method.',
    remedy: 'Use a method listed in the Allow header.',
    retryable: false,
  },
  bodyTooLarge: {
    gateway: { code: 80000007, http: 413 },
    common: 413,
    text: 'body too large',
    meaning: 'The request body exceeds the size limit.',
    remedy: 'Send only the documented fields.',
    retryable: false,
  },
  credentials: {
    gateway: { code: 81000014, http: 200 },
    common: 401,
    text: 'application id and API key do not match',
    meaning:
      'The merchant number is unknown, the API key is wrong, revoked or expired, the key belongs to another merchant, or the key does not allow the network that the request came from.',
    remedy:
      'Check both values and the networks of the key. A key is shown only once, when it is created. If it is lost, rotate it.',
    retryable: false,
  },
  keyNotPermitted: {
    gateway: { code: 81000017, http: 200 },
    common: 403,
    text: 'key not permitted',
    meaning:
      'The key is valid, but it does not have the scope that the operation requires. The token exchange reports `application id and API key do not match` instead.',
    remedy: "Use a key with the operation's scope, or add the scope to the key.",
    retryable: false,
  },
  planForbids: {
    gateway: { code: 80000002, http: 200 },
    common: 403,
    text: 'not in the plan',
    meaning: 'The key is valid, but its plan does not include this operation or coin.',
    remedy: 'Ask the operator for a plan that includes it.',
    retryable: false,
  },
  programNotFound: {
    gateway: { code: 81000015, http: 200 },
    common: 404,
    text: 'program not found for this merchant',
    meaning:
      'The merchant has no program with this number, or the program issues another kind of credential.',
    remedy: 'Send the programNo of one of your programs. Its kind must match the operation.',
    retryable: false,
  },
  chainNotSupported: {
    gateway: { code: 81000016, http: 200 },
    common: 400,
    text: 'chain not supported for this operation',
    meaning: 'The chainId is not a supported chain, or the operation does not support this chain.',
    remedy: 'Use a supported chain id. The accredited-investor operation supports only 137 and 8453.',
    retryable: false,
  },
  invalidAddress: {
    gateway: { code: 80000002, http: 200 },
    common: 400,
    text: 'invalid address',
    meaning:
      "The address is not valid on the coin's network: its checksum, length or characters are wrong, or it belongs to another chain.",
    remedy: "Check that the address is correct and that it is on the coin's network.",
    retryable: false,
  },
  unsupportedCoin: {
    gateway: { code: 80000002, http: 200 },
    common: 400,
    text: 'unsupported coin',
    meaning:
      'The coin is not in the support_coin list that the status operation returns: its name is unknown, or the ledger contains no data for its network.',
    remedy:
      "Use a coin from support_coin, spelled exactly as listed. To support the coins of another network, the operator must import that network's transfers or follow its chain.",
    retryable: false,
  },
  unknownTransaction: {
    gateway: { code: 80000002, http: 200 },
    common: 404,
    text: 'unknown transaction',
    meaning: 'The ledger has no transfer of this coin in a transaction with this hash.',
    remedy:
      'Check the hash and the coin, or omit txid. Transactions in blocks that have not been imported are unknown.',
    retryable: false,
  },
  unknownBatch: {
    gateway: { code: 80000002, http: 200 },
    common: 404,
    text: 'unknown batch',
    meaning:
      'The merchant has no batch with this batch_id, or the batch was deleted a day after it finished.',
    remedy: 'Check the batch_id, or send the batch again.',
    retryable: false,
  },
  unknownTransfer: {
    gateway: { code: 80000002, http: 200 },
    common: 404,
    text: 'unknown transfer',
    meaning: 'The merchant has not registered a transfer with this reference.',
    remedy: 'Check the reference, or register the transfer first.',
    retryable: false,
  },
  unknownCustomer: {
    gateway: { code: 80000002, http: 200 },
    common: 404,
    text: 'unknown customer',
    meaning: 'The merchant has not registered a transfer of this customer.',
    remedy: 'Check the customer. It is spelled exactly as in the registered transfers.',
    retryable: false,
  },
  referenceUsed: {
    gateway: { code: 80000002, http: 200 },
    common: 409,
    text: 'reference already used',
    meaning: 'The merchant has registered a transfer with this reference and different content.',
    remedy:
      'Use a new reference for a new transfer. To repeat a call, send the same content. To confirm a withdrawal, send the same content with txid and without attempt.',
    retryable: false,
  },
  twoMembers: {
    gateway: { code: 80000002, http: 200 },
    common: 403,
    text: 'two members must decide',
    meaning: 'Two signed-in members have to agree on each decision on a transfer of this merchant.',
    remedy: 'Decide in the dashboard, under Transfers. The webhook reports the decision.',
    retryable: false,
  },
  tooManyWatches: {
    gateway: { code: 80000002, http: 200 },
    common: 403,
    text: 'too many watches',
    meaning: 'The merchant has reached the maximum number of watched addresses.',
    remedy:
      'Remove watches that you no longer need. The list operation returns the number of watched addresses as total.',
    retryable: false,
  },
  noWebhookSecret: {
    gateway: { code: 80000002, http: 200 },
    common: 400,
    text: 'no webhook secret',
    meaning: 'The request contains a url, but the merchant has no webhook secret to sign alerts with.',
    remedy: 'Ask the operator for a webhook secret, or omit url and poll the list of watches.',
    retryable: false,
  },
} as const satisfies Record<string, CatalogueEntry>

/** Name of an error in the catalogue, such as `rateLimit`. */
export type ErrorName = keyof typeof errorCatalogue

/** Returns the path of the error's section in the project documentation. */
export function errorDocsPath(kind: ErrorName): string {
  return `docs/errors.md#${kind}`
}

/**
 * An error from the catalogue. Domain services throw it, and the surfaces convert it to a response envelope.
 *
 * @example
 * ```ts
 * import { ServiceError } from '@touchstone/contract'
 *
 * throw new ServiceError('parameter', { detail: 'page must be at least 1' })
 * ```
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** Name of the error in the catalogue. */
  readonly kind: ErrorName
  /**
   * Describes the problem with this request, such as `page must be at least 1`. Never contains a value that
   * the client sent.
   */
  readonly detail: string | undefined
  /** Value of the Retry-After header, in seconds. */
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

  /** Whether the same request, without changes, could succeed later. */
  get retryable(): boolean {
    return errorCatalogue[this.kind].retryable
  }

  /** Path of the error's section in the project documentation. */
  get docsPath(): string {
    return errorDocsPath(this.kind)
  }
}
