import {
  commonSuccess,
  type EnvelopeName,
  type ErrorName,
  errorCatalogue,
  gatewaySuccess,
  type Operation,
  type TSchema,
} from '@touchstone/contract'
import { redact } from './redact.ts'
import { isTransient } from './retry-policy.ts'
import type { Answer } from './send-once.ts'
import { TouchstoneApiError } from './touchstone-api-error.ts'

/** Returns the `data` of a response, or throws the error that the response contains. */
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
  if (body === undefined) throw unreadable(`the response is not JSON (HTTP status ${status})`)
  const opened = openEnvelope(operation.envelope, body)
  const succeeded = status >= 200 && status < 300
  if (opened === undefined || (opened.success && !(succeeded && fits(operation.data, opened.data)))) {
    throw unreadable(`the response does not match this operation (HTTP status ${status})`)
  }
  if (opened.success) return opened.data

  // The profile envelope has no code, so the HTTP status is used as the code, as in the common envelope.
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
    // The parser's error is not used as the cause, because it would quote the response text.
    return undefined
  }
}

/**
 * Checks only the top-level type of the data. This ensures that a caller never gets null instead of a record,
 * or a truthy string instead of a boolean, without requiring backends to include a full validator.
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

/**
 * Finds the catalogue entry for an error code. Entries with the same code are distinguished by the start of
 * their text. The first entry for a code is the general one and matches any text that the other entries do
 * not match.
 */
function findErrorKind(envelope: EnvelopeName, code: number, text: string): ErrorName | undefined {
  const names = Object.keys(errorCatalogue) as ErrorName[]
  const sharing = names.filter((name) => {
    const entry = errorCatalogue[name]
    return code === (envelope === 'gateway' ? entry.gateway.code : entry.common)
  })
  return sharing.find((name) => text.startsWith(errorCatalogue[name].text)) ?? sharing[0]
}

type Opened =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly code: number | undefined; readonly text: string }

/** Returns the content of an envelope, or undefined if the body is not that envelope. */
function openEnvelope(name: EnvelopeName, body: unknown): Opened | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined
  switch (name) {
    case 'common':
      return 'message' in body ? openCoded(body, body.message, commonSuccess) : undefined
    case 'gateway':
      return 'msg' in body ? openCoded(body, body.msg, gatewaySuccess) : undefined
    case 'profile':
      if (!('success' in body && typeof body.success === 'boolean')) return undefined
      if (!('msg' in body && typeof body.msg === 'string')) return undefined
      return body.success
        ? { success: true, data: body.data }
        : { success: false, code: undefined, text: body.msg }
  }
}

function openCoded(body: { readonly data: unknown }, text: unknown, successCode: number): Opened | undefined {
  if (typeof text !== 'string' || !('code' in body) || typeof body.code !== 'number') return undefined
  return body.code === successCode
    ? { success: true, data: body.data }
    : { success: false, code: body.code, text }
}
