import type { OperationName, Operations } from '@touchstone/contract'
import type { ClientSettings } from './client-options.ts'
import { filledFields } from './touchstone-client.ts'

export type BuiltRequest = {
  readonly url: string
  readonly init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** Values that no error may repeat. */
  readonly privateValues: readonly string[]
}

/** Codes out of public lists: an error text may name them, and says little without them. */
const publicFields: ReadonlySet<string> = new Set(['coin', 'chainId', 'programNo', 'type'])

export function buildRequest(
  settings: ClientSettings,
  operation: Operations[OperationName],
  input: object,
): BuiltRequest {
  const { fields, headers } = credentialsFor(settings, operation)
  const asked = withoutFilledFields(input)
  const accepting = { accept: 'application/json', ...headers }
  const privateValues = [
    settings.apiKey,
    ...Object.entries(asked).flatMap(([field, value]) =>
      typeof value === 'string' && !publicFields.has(field) ? [value] : [],
    ),
  ]
  const url = `${settings.hosts[operation.surface]}${operation.path}`
  if (operation.method === 'GET') {
    return { url, init: { method: 'GET', headers: accepting }, privateValues }
  }
  const body = JSON.stringify({ ...asked, ...fields })
  const sending = { ...accepting, 'content-type': 'application/json' }
  return {
    url,
    init: { method: operation.method, headers: sending, body },
    privateValues: [...privateValues, body],
  }
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
      // Never in the query: proxies and access logs keep URLs.
      return { fields: {}, headers: { mch_no: mchNo, api_key: apiKey } }
    case 'none':
      return { fields: 'appId' in request.properties ? { appId: mchNo } : { mchNo }, headers: {} }
  }
}

/** A caller that spreads its credentials into every input must not send the key where no key is asked for. */
function withoutFilledFields(input: object): Readonly<Record<string, unknown>> {
  const filled: ReadonlySet<string> = new Set(filledFields)
  return Object.fromEntries(Object.entries(input).filter(([field]) => !filled.has(field)))
}
