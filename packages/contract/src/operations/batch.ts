import { merchantCredentials } from '../credentials.ts'
import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { RiskScore } from './kyt.ts'
import { addressField, coinField, count, kytOperation } from './kyt-parts.ts'

/** Maximum number of addresses in a batch. */
export const maxBatchItems = 1000

/** Maximum number of addresses that are scored before the response is sent. */
export const maxItemsAtOnce = 100

/** Maximum size of a batch request in bytes. A thousand addresses of the longest kind take up less. */
export const maxBatchBytes = 512 * 1024

/** An address to score. */
export const BatchItem = Type.Object({ coin: coinField, address: addressField }, { title: 'BatchItem' })
export type BatchItem = Static<typeof BatchItem>

/** Result for one address of a batch. Exactly one of `risk` and `error` is not null. */
export const BatchResult = Type.Object(
  {
    coin: Type.String(),
    address: Type.String({ description: 'As sent' }),
    risk: nullable(RiskScore),
    error: nullable(
      Type.Object({
        code: Type.Integer({ description: 'Code that a single request would return' }),
        message: Type.String(),
      }),
    ),
  },
  { title: 'BatchResult' },
)
export type BatchResult = Static<typeof BatchResult>

/** Scores of several addresses. */
export const RiskBatch = Type.Object(
  {
    batch_id: Type.String({ description: 'Empty if the batch was answered at once' }),
    state: oneOf(['running', 'done']),
    total: count,
    done: Type.Integer({ minimum: 0, description: 'Number of addresses that have a result' }),
    result_list: Type.Array(BatchResult, {
      maxItems: maxBatchItems,
      description: 'In the order of the request. Empty while the batch is running',
    }),
  },
  { title: 'RiskBatch' },
)
export type RiskBatch = Static<typeof RiskBatch>

/** Operations on several addresses. */
export const batchOperations = {
  scoreBatch: kytOperation({
    id: 'scoreBatch',
    path: '/kyt/v1/risk/batch',
    scope: 'kyt:read',
    summary: `Risk scores of up to ${maxBatchItems} addresses, in order, at once or as a job`,
    request: Type.Object({
      ...merchantCredentials,
      items: Type.Array(BatchItem, { minItems: 1, maxItems: maxBatchItems }),
      async: Type.Optional(
        Type.Boolean({
          description: `true always starts a job. Without it, a batch becomes a job if it has a request_id, more than ${maxItemsAtOnce} addresses, or more addresses than the key's calls per second`,
        }),
      ),
      request_id: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          pattern: '^[A-Za-z0-9._:-]+$',
          description:
            'Idempotency key of a job: a request with the same request_id and items returns the existing job',
        }),
      ),
    }),
    data: RiskBatch,
    bodyLimit: maxBatchBytes,
  }),
  getRiskBatch: kytOperation({
    id: 'getRiskBatch',
    path: '/kyt/v1/risk/batch/get',
    scope: 'kyt:read',
    summary: 'Progress and results of a job that scores addresses',
    request: Type.Object({
      ...merchantCredentials,
      batch_id: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    data: RiskBatch,
  }),
}
