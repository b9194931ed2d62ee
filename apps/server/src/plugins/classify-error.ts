import { ServiceError } from '@touchstone/contract'
import { isStoreUnavailable } from '@touchstone/storage'

/** Returns the error catalogue's entry for any thrown error. */
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
      // The parser reports the same error code for invalid JSON and for forbidden keys.
      return new ServiceError('parameter', {
        detail: 'body is not valid JSON or has a forbidden key (__proto__, constructor)',
      })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ServiceError('parameter', {
        detail: 'body length differs from Content-Length',
      })
  }
  if (isStoreUnavailable(error)) return new ServiceError('notReady', { retryAfterSeconds: 2, cause: error })
  return new ServiceError('system', { cause: error })
}

/** The properties of an Ajv error that are used here. */
type Violation = {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message?: string
}

/**
 * Describes which field violates the schema and how, but never includes the value. Example: `page must be at
 * least 1`.
 */
function describeViolation(violation: Violation | undefined, context = 'body'): string {
  if (!violation) return `${context} does not match its schema`
  const field = violation.instancePath.slice(1).replaceAll('/', '.') || context
  const { keyword, params } = violation
  switch (keyword) {
    case 'required':
      return `${String(params.missingProperty)} is required`
    case 'type':
      return `${field} must be ${article(params.type)}`
    case 'minimum':
      return `${field} must be at least ${String(params.limit)}`
    case 'maximum':
      return `${field} must be at most ${String(params.limit)}`
    case 'minLength':
      return `${field} must not be empty`
    case 'maxLength':
      return `${field} must have at most ${String(params.limit)} characters`
    case 'enum':
      return `${field} must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'const':
      return `${field} must be ${String(params.allowedValue)}`
    default:
      return `${field} ${violation.message ?? 'is not accepted'}`
  }
}

function article(type: unknown): string {
  if (Array.isArray(type)) return type.map(article).join(' or ')
  return type === 'integer' ? 'a whole number' : type === 'object' ? 'a JSON object' : `a ${String(type)}`
}
