import { type EnvelopeName, envelopes, errorCatalogue, type Operation } from '@touchstone/contract'
import type { ValidateFunction } from 'ajv'
import fastJsonStringify from 'fast-json-stringify'
import { compileSchema } from './compile-schema.ts'

type CompiledResponse = { validate: ValidateFunction; serialize: (body: object) => string }

/**
 * The shared compiler cannot cache these schemas, because each call to this function creates a new envelope
 * schema.
 */
const compiled = new WeakMap<Operation, CompiledResponse>()

/**
 * Compiles the validator and the serializer of a successful response. A response that does not match its
 * schema is never sent.
 */
export function compileResponse(operation: Operation): CompiledResponse {
  const known = compiled.get(operation)
  if (known) return known
  const schema = envelopes[operation.envelope].success(operation.data)
  const response = {
    validate: compileSchema(schema),
    serialize: fastJsonStringify(plain(schema)) as (body: object) => string,
  }
  compiled.set(operation, response)
  return response
}

/** Returns an operation's responses for the OpenAPI document. */
export function documentedResponses(operation: Operation): Record<string, object> {
  const success = envelopes[operation.envelope].success(operation.data)
  const { error } = envelopes[operation.envelope]
  const responses: Record<string, object> = {}
  if (operation.envelope === 'gateway') {
    const codes = describeCodes(operation.envelope, (http) => http === 200)
    responses['200'] = { description: `Success, or one of: ${codes}`, anyOf: [success, error] }
  } else {
    responses['200'] = { description: 'Success', ...success }
  }
  for (const status of errorStatuses(operation.envelope)) {
    responses[status] = {
      description: describeCodes(operation.envelope, (http) => http === status),
      ...error,
    }
  }
  return responses
}

/** Unknown paths belong to no operation, so their error is not documented here. */
const documentedKinds = Object.values(errorCatalogue).filter(
  (entry) => entry !== errorCatalogue.noSuchPath && entry !== errorCatalogue.wrongMethod,
)

function errorStatuses(envelope: EnvelopeName): number[] {
  const statuses = documentedKinds.map((entry) =>
    envelope === 'gateway' ? entry.gateway.http : entry.common,
  )
  return [...new Set<number>(statuses)].filter((status) => status !== 200).sort((a, b) => a - b)
}

function describeCodes(envelope: EnvelopeName, matches: (http: number) => boolean): string {
  const codes = documentedKinds
    .map((entry) =>
      envelope === 'gateway'
        ? { http: entry.gateway.http, line: `${entry.gateway.code} ${entry.text}` }
        : { http: entry.common, line: `${entry.common} ${entry.text}` },
    )
    .filter(({ http }) => matches(http))
    .map(({ line }) => line)
  return [...new Set(codes)].join('; ')
}

/** The serializer's compiler requires plain JSON Schema without TypeBox symbols. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema)) as object
}
