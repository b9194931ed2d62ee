import { ServiceError } from '@touchstone/contract'
import { isStoreUnavailable } from '@touchstone/storage'
import { describeViolation, type Violation } from './describe-violation.ts'

/** Which entry of the catalogue an error is, whoever threw it. */
export function classifyError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const { code, validation, validationContext } = error as {
    code?: unknown
    validation?: Violation[]
    validationContext?: string
  }
  if (validation) {
    return new ServiceError('parameter', { detail: describeViolation(validation[0], validationContext) })
  }
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ServiceError('notJson', { detail: 'Content-Type must be application/json' })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ServiceError('bodyTooLarge')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ServiceError('parameter', { detail: 'body is empty' })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      // The parser does not tell the two apart.
      return new ServiceError('parameter', {
        detail: 'body is not valid JSON, or has a key that is never allowed (__proto__, constructor)',
      })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ServiceError('parameter', {
        detail: 'body does not have the length that Content-Length says',
      })
  }
  if (isStoreUnavailable(error)) return new ServiceError('notReady', { retryAfterSeconds: 2, cause: error })
  return new ServiceError('system', { cause: error })
}
