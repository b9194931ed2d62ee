import { errorCatalogue, type Operation, type TSchema } from '@touchstone/contract'
import { findErrorKind } from './find-error-kind.ts'
import { openEnvelope } from './open-envelope.ts'
import { redact } from './redact.ts'
import { isTransient } from './retry-policy.ts'
import type { Answer } from './send-once.ts'
import { TouchstoneApiError } from './touchstone-api-error.ts'

/** The `data` of an answer, or the error that it is. */
export function readAnswer(operation: Operation, answer: Answer, privateValues: readonly string[]): unknown {
  const { status } = answer
  const known = {
    operation: operation.id,
    status,
    requestId: answer.requestId === undefined ? undefined : redact(answer.requestId, privateValues),
    retryAfterSeconds: answer.retryAfterSeconds,
  }
  const unreadable = (message: string) =>
    new TouchstoneApiError({ ...known, failure: 'unreadable', message, retryable: isTransient(status) })

  const body = parse(answer.text)
  if (body === undefined) throw unreadable(`the answer is not JSON (HTTP status ${status})`)
  const opened = openEnvelope(operation.envelope, body)
  const succeeded = status >= 200 && status < 300
  if (opened === undefined || (opened.success && !(succeeded && fits(operation.data, opened.data)))) {
    throw unreadable(`the answer is not what this operation answers (HTTP status ${status})`)
  }
  if (opened.success) return opened.data

  // The profile's envelope has no code of its own: the HTTP status stands for it, as in the common envelope.
  const kind = findErrorKind(operation.envelope, opened.code ?? status, opened.text)
  throw new TouchstoneApiError({
    ...known,
    failure: 'refused',
    message: redact(opened.text, privateValues),
    code: opened.code,
    kind,
    retryable: isTransient(status) || (kind !== undefined && errorCatalogue[kind].retryable),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own error quotes the text.
    return undefined
  }
}

/**
 * Compares the outermost kind of the data alone: enough that a caller never meets null where a record is promised,
 * nor a truthy string where a boolean decides, without a whole validator in every backend.
 */
function fits(schema: TSchema, data: unknown): boolean {
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) {
    return schema.anyOf.some((one: TSchema) => fits(one, data))
  }
  return 'type' in schema && schema.type === kindOf(data)
}

function kindOf(data: unknown): string {
  if (data === null) return 'null'
  return Array.isArray(data) ? 'array' : typeof data
}
