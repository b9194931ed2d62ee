import type { OperationName, Operations } from '@touchstone/contract'
import type { ClientSettings } from './client-options.ts'
import { filledFields } from './touchstone-client.ts'

/** A request that is ready to be sent. */
export type BuiltRequest = {
  readonly url: string
  readonly init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** Values that must not appear in errors. */
  readonly privateValues: readonly string[]
}

/**
 * Fields whose values are public codes. Error messages can contain these values, which reveal little on their
 * own.
 */
const publicFields: ReadonlySet<string> = new Set(['coin', 'chainId', 'programNo', 'type'])

/** Builds the request for an operation and adds the credentials where the contract expects them. */
export function buildRequest(
  settings: ClientSettings,
  operation: Operations[OperationName],
  input: object,
): BuiltRequest {
  const { fields, headers } = credentialsFor(settings, operation)
  const ownFields = withoutFilledFields(input)
  const accepting = { accept: 'application/json', ...headers }
  const privateValues = [settings.apiKey, ...privateTexts(ownFields)]
  const url = `${settings.hosts[operation.surface]}${operation.path}`
  if (operation.method === 'GET') {
    return { url, init: { method: 'GET', headers: accepting }, privateValues }
  }
  const body = JSON.stringify({ ...ownFields, ...fields })
  const sending = { ...accepting, 'content-type': 'application/json' }
  return {
    url,
    init: { method: operation.method, headers: sending, body },
    privateValues: [...privateValues, body],
  }
}

/** Returns all texts in a request, including those in lists, except public codes. */
function privateTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, each]) => (publicFields.has(field) ? [] : privateTexts(each)))
}

type Placed = { readonly fields: object; readonly headers: Readonly<Record<string, string>> }

function credentialsFor(
  { mchNo, apiKey }: ClientSettings,
  { credentials, request }: Operations[OperationName],
): Placed {
  switch (credentials) {
    case 'body':
      return { fields: { mchNo, apiKey }, headers: {} }
    case 'app':
      return { fields: { appId: mchNo, apiKey, lv: 2 }, headers: {} }
    case 'query-or-headers':
      // Credentials are never in the query, because proxies and access logs store URLs.
      return { fields: {}, headers: { mch_no: mchNo, api_key: apiKey } }
    case 'none':
      return { fields: 'appId' in request.properties ? { appId: mchNo } : { mchNo }, headers: {} }
  }
}

/**
 * Removes credentials from the input. A caller can spread its credentials into every input, but an operation
 * that does not require the API key must not receive the key.
 */
function withoutFilledFields(input: object): Readonly<Record<string, unknown>> {
  const filled: ReadonlySet<string> = new Set(filledFields)
  return Object.fromEntries(Object.entries(input).filter(([field]) => !filled.has(field)))
}
