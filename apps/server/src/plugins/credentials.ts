import { type Operation, ServiceError } from '@touchstone/contract'
import type { Access, AccessService } from '@touchstone/kyc'
import type { FastifyRequest } from 'fastify'
import type { ConsoleRights } from './console-rights.ts'

/** Reads the credentials from the place that the operation defines, and identifies the caller. */
export function identifyCaller(
  service: AccessService,
  rights: ConsoleRights,
  operation: Operation,
  request: FastifyRequest,
): Promise<Access> | undefined {
  const ofConsole = operation.credentials === 'none' ? undefined : rights.take(operation)
  // All calls that a merchant makes from the console without a key share one rate limit, as if they were made
  // with one extra key.
  if (ofConsole !== undefined) return service.accessWithoutKey(ofConsole, `console:${ofConsole}`)
  switch (operation.credentials) {
    case 'none':
      return undefined
    case 'body': {
      const { mchNo, apiKey } = request.body as { mchNo: string; apiKey: string }
      return service.identify(mchNo, apiKey, request.ip)
    }
    case 'app': {
      const { appId, apiKey } = request.body as { appId: string; apiKey: string }
      return service.identify(appId, apiKey, request.ip)
    }
    case 'query-or-headers':
      return service.identify(
        fromQueryOrHeaders(request, 'mch_no'),
        fromQueryOrHeaders(request, 'api_key'),
        request.ip,
      )
  }
}

/**
 * Returns the error for a key without the operation's scope. The contract of the token exchange has only one error for
 * keys.
 */
export function refusalOf({ credentials }: Operation): ServiceError {
  return new ServiceError(credentials === 'app' ? 'credentials' : 'keyNotPermitted')
}

/** Accepts the query parameter or the header. If both are given and differ, the call is rejected. */
function fromQueryOrHeaders(request: FastifyRequest, name: 'mch_no' | 'api_key'): string {
  const inQuery = (request.query as Record<string, string | undefined>)[name]
  const inHeader = request.headers[name]
  if (Array.isArray(inHeader))
    throw new ServiceError('parameter', { detail: `${name} must be given only once` })
  const value = inHeader ?? inQuery
  if (value === undefined) {
    throw new ServiceError('parameter', { detail: `${name} is required, in the query or as a header` })
  }
  if (inQuery !== undefined && inQuery !== value) {
    throw new ServiceError('parameter', {
      detail: `${name} must have the same value in the query and in the headers`,
    })
  }
  return value
}
