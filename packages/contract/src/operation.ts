import type { EnvelopeName } from './envelopes.ts'
import type { Static, TSchema } from './schema.ts'

/** One host of the contract each; all on one port unless configured otherwise. */
export const surfaces = ['admin-gateway', 'openapi', 'auth'] as const
export type SurfaceName = (typeof surfaces)[number]

export type Operation<Request extends TSchema = TSchema, Data extends TSchema = TSchema> = {
  /** Stable name: in the OpenAPI document, the client, the log and the metrics. */
  readonly id: string
  readonly surface: SurfaceName
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Other paths answered by the same handler. */
  readonly aliases?: readonly string[]
  readonly group: 'Address risk' | 'Verification status' | 'Access token' | 'Widget checks'
  readonly summary: string
  readonly envelope: EnvelopeName
  /**
   * Where the credentials are: `body` (mchNo and apiKey), `app` (appId and apiKey in the body),
   * `query-or-headers` (mch_no and api_key), or `none` for what a stranger may ask.
   */
  readonly credentials: 'body' | 'app' | 'query-or-headers' | 'none'
  readonly request: Request
  readonly data: Data
  /** Only the bare text of an error is told, no field: the token exchange promises exact texts. */
  readonly bareErrorTexts?: true
}

export type RequestOf<Op extends Operation> = Static<Op['request']>
export type DataOf<Op extends Operation> = Static<Op['data']>

export function defineOperation<Request extends TSchema, Data extends TSchema>(
  operation: Operation<Request, Data>,
): Operation<Request, Data> {
  return operation
}
