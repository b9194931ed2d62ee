import { UserError } from '@touchstone/common'
import {
  type ConsoleCall,
  type ConsoleResponse,
  type Operation,
  operations,
  type Static,
} from '@touchstone/contract'
import {
  allows,
  InputError,
  type Permission,
  recordChange,
  requirePermission,
  requireReviewer,
} from '@touchstone/kyc'
import type { Services } from '../../plugins/services.ts'
import { changedBy, memberNoOf } from './changed-by.ts'
import { findOperation, requestOf } from './console-fields.ts'
import type { DashboardCall } from './serve-dashboard.ts'

const { addWatch, removeWatch, registerTransfer, decideTransfer, getAccessToken, getStatistics } = operations

/** Operations that are recorded in the audit log, because they change data or issue a token. */
const noted: readonly Operation[] = [
  ...[addWatch, removeWatch, registerTransfer, decideTransfer, getAccessToken],
]

/**
 * Calls an operation as a client would, with a request that passes through the whole server. With a pasted
 * key, the call has the rights of that key, and the key is neither logged nor stored. Without a key, the call
 * has the session's rights for the merchant in the path.
 */
export async function callConsole(
  services: Services,
  call: DashboardCall<Static<typeof ConsoleCall>, undefined>,
): Promise<ConsoleResponse> {
  const { body, context, mchNo = '', request } = call
  const operation = findOperation(body.operation, services.runtime.settings)
  if (!operation) throw new InputError('operation', 'is not known')
  const { fields, credentials } = requestOf(operation, body.input, { mchNo, apiKey: body.apiKey ?? '' })
  const inBody = operation.method === 'POST'
  const host = services.runtime.settings.surfaceHosts[operation.surface] ?? request.host
  const began = performance.now()
  const send = () =>
    request.server.inject({
      method: operation.method,
      url: operation.path,
      remoteAddress: request.ip,
      headers: { host, ...(!inBody && credentials) },
      ...(inBody ? { payload: { ...fields, ...credentials } } : { query: textsOf(fields) }),
    })
  if (body.apiKey === undefined) requireRights(call, operation)
  const answer = await services.askers.run({ channel: 'dashboard', asker: memberNoOf(call) }, async () =>
    body.apiKey === undefined ? await services.consoleRights.lend({ operation, mchNo }, send) : await send(),
  )
  if (body.apiKey === undefined && noted.includes(operation)) {
    const detail = { http: answer.statusCode }
    await recordChange(
      context,
      { mchNo, action: 'console.called', target: operation.id, detail },
      changedBy(call),
    )
  }
  return {
    http: answer.statusCode,
    milliseconds: Math.round(performance.now() - began),
    body: answer.json() as unknown,
  }
}

/**
 * Returns the permission that a call without a key requires. The console shows only data that the member's
 * role can also see on the dashboard's other pages: verification results and events require `people.read`, address risk
 * requires `risk.read`, changing the watch list requires `watches.change`, registering a transfer or deciding on it
 * requires `transfers.decide`, and getting an access token
 * requires `keys.change`. Developers have `console.call` but neither `people.read` nor `risk.read`, so they
 * must paste an API key for those calls. They can create such a key, which is recorded in the audit log.
 */
function permissionOf(operation: Operation): Permission {
  if (operation === addWatch || operation === removeWatch) return 'watches.change'
  if (operation === registerTransfer || operation === decideTransfer) return 'transfers.decide'
  if (operation === getStatistics) return 'overview.read'
  const ofGroup: Record<Operation['group'], Permission> = {
    'Address risk': 'risk.read',
    'Verification status': 'people.read',
    Events: 'people.read',
    'Access token': 'keys.change',
    // The widget checks are public operations, which require no key.
    'Widget checks': 'console.call',
  }
  return ofGroup[operation.group]
}

function requireRights({ signedIn, mchNo }: DashboardCall<unknown, unknown>, operation: Operation): void {
  const { role } = requirePermission(signedIn, 'console.call', mchNo)
  // The same waiting time as on the page of the transfer.
  if (operation === decideTransfer && allows(role, 'transfers.decide'))
    requireReviewer(signedIn, mchNo, 'transfers.decide')
  if (allows(role, permissionOf(operation))) return
  throw new UserError({
    code: 'member.needs-key',
    message: 'Your role does not allow you to see the result of this operation.',
    remedy: 'Paste an API key, or contact an owner of the merchant.',
  })
}

function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
