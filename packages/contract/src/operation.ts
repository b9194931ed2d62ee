import type { EnvelopeName } from './envelopes.ts'
import type { Static, TSchema } from './schema.ts'
import type { Scope } from './scopes.ts'

/**
 * HTTP surfaces of the API. All surfaces share one host name unless the operator configures a host name for
 * each.
 */
export const surfaces = ['admin-gateway', 'openapi', 'auth'] as const
/** Name of an HTTP surface of the API. */
export type SurfaceName = (typeof surfaces)[number]

/** An API operation: its endpoint, envelope, credentials, and request and response schemas. */
export type Operation<Request extends TSchema = TSchema, Data extends TSchema = TSchema> = {
  /** Stable name. It appears in the OpenAPI document, the log and the metrics. */
  readonly id: string
  readonly surface: SurfaceName
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Other paths that the same handler serves. */
  readonly aliases?: readonly string[]
  readonly group: 'Address risk' | 'Verification status' | 'Events' | 'Access token' | 'Widget checks'
  readonly summary: string
  readonly envelope: EnvelopeName
  /**
   * Where the client sends its credentials: `body` (mchNo and apiKey), `app` (appId and apiKey in the body),
   * `query-or-headers` (mch_no and api_key), or `none` for public operations.
   */
  readonly credentials: 'body' | 'app' | 'query-or-headers' | 'none'
  /** Scope that the API key needs. Null for public operations. */
  readonly scope: Scope | null
  readonly request: Request
  readonly data: Data
  /** Maximum size of a request body in bytes, if it differs from the usual one. */
  readonly bodyLimit?: number
  /**
   * Whether error messages contain only the catalogue text, without details. The token exchange requires
   * this, because its contract guarantees the exact error texts.
   */
  readonly bareErrorTexts?: true
}

/** Request type of an operation. */
export type RequestOf<Op extends Operation> = Static<Op['request']>
/** Response data type of an operation. */
export type DataOf<Op extends Operation> = Static<Op['data']>

/** Returns the operation unchanged. This function exists only to infer the types of the schemas. */
export function defineOperation<Request extends TSchema, Data extends TSchema>(
  operation: Operation<Request, Data>,
): Operation<Request, Data> {
  return operation
}
