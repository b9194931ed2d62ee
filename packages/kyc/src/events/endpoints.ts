import { randomBytes } from 'node:crypto'
import {
  type EventType,
  eventPrefixes,
  eventTypes,
  maxEndpoints,
  type WebhookEndpoint,
} from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { webhookSecretColumn } from '../sealed-columns.ts'
import { requireWebhookUrl } from './default-endpoint.ts'
import {
  deleteEndpoint,
  type EndpointRow,
  insertEndpoint,
  lockEndpointsOf,
  selectEndpointsOf,
  updateEndpoint,
} from './endpoint-store.ts'
import { newWebhookSecret } from './make-webhook-secret.ts'
import { recordEvent } from './record-event.ts'

/** Lists a merchant's endpoints without their secrets: the default endpoint first, then oldest first. */
export async function listEndpoints(context: KycContext, merchant: string): Promise<WebhookEndpoint[]> {
  const now = context.clock.now()
  return (await selectEndpointsOf(tablesOf(context), merchant)).map((row) => shown(row, now))
}

function shown(row: EndpointRow, now: number): WebhookEndpoint {
  const { id, merchant, url, types, enabled, oldUntil, createdAt } = row
  const isInUse = oldUntil !== null && oldUntil.getTime() > now
  return {
    ...{ id, url, types, enabled, isDefault: id === merchant, createdAt: createdAt.toISOString() },
    oldSecretUntil: isInUse ? oldUntil.toISOString() : null,
  }
}

/** Adds an endpoint with a secret, which is returned only here. Without `types`, it receives all events. */
export async function addEndpoint(
  context: KycContext,
  input: { merchant: string; url: string; types?: readonly string[] | null },
): Promise<{ id: string; secret: string }> {
  const { merchant } = input
  const url = requireWebhookUrl(context, input.url)
  const types = checkedTypes(input.types ?? null)
  const id = `we_${randomBytes(12).toString('hex')}`
  const secret = newWebhookSecret()
  const sealed = context.vault.seal(secret, webhookSecretColumn.at(id))
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      await lockEndpointsOf(db, merchant)
      if ((await selectEndpointsOf(db, merchant)).length >= maxEndpoints)
        throw new InputError('merchant', `already has ${maxEndpoints} endpoints: remove one first`)
      const createdAt = new Date(context.clock.now())
      await insertEndpoint(db, { id, merchant, url, types, sealed, createdAt })
    })
  return { id, secret }
}

/**
 * Changes an endpoint. While it is disabled, nothing new is sent to it; deliveries that are still to be made
 * continue when it is enabled again.
 */
export async function changeEndpoint(
  context: KycContext,
  input: {
    merchant: string
    id: string
    url?: string | undefined
    types?: readonly string[] | null | undefined
    enabled?: boolean | undefined
  },
): Promise<void> {
  const { merchant, id, url, types, enabled } = input
  const change = {
    ...(url !== undefined && { url: requireWebhookUrl(context, url) }),
    ...(types !== undefined && { types: checkedTypes(types) }),
    ...(enabled !== undefined && { enabled }),
  }
  if (Object.keys(change).length === 0) throw new InputError('change', 'is missing')
  if (!(await updateEndpoint(tablesOf(context), { id, merchant }, change))) throw unknownEndpoint()
}

/** Removes an endpoint with its deliveries. The default endpoint remains: remove its URL instead. */
export async function removeEndpoint(
  context: KycContext,
  { merchant, id }: { merchant: string; id: string },
): Promise<void> {
  if (id === merchant) throw new InputError('endpoint', 'is the default one: remove its URL instead')
  if (!(await deleteEndpoint(tablesOf(context), { id, merchant }))) throw unknownEndpoint()
}

const unknownEndpoint = () => new InputError('endpoint', 'is not known')

function checkedTypes(types: readonly string[] | null): EventType[] | null {
  if (types === null) return null
  const known = eventTypes.filter((type) => types.includes(type))
  const [unknown] = types.filter((type) => !(eventTypes as readonly string[]).includes(type))
  if (unknown !== undefined) throw new InputError('type', `"${unknown}" is not a type of event`)
  if (known.length === 0) throw new InputError('types', 'must not be empty')
  return known
}

const samples: Partial<Record<string, object>> = {
  'kyt.watch.level_changed': {
    ...{
      coin: 'ETH',
      address: `0x${'0'.repeat(39)}1`,
      hacking_event: '',
      detail_list: ['Malicious Address'],
    },
    ...{ from: { score: 3, risk_level: 'Low' }, to: { score: 100, risk_level: 'Severe' } },
  },
  'kyt.transfer.decided': {
    ...{ reference: 'sample', direction: 'deposit', coin: 'ETH', decision: 'hold', by: 'rules' },
    ...{ rules: ['sample'], score: 80 },
  },
  'kyt.transfer.changed': {
    ...{ reference: 'sample', direction: 'deposit', coin: 'ETH', decision: 'allow', by: 'member' },
    ...{ rules: [], score: 80, previous: { decision: 'hold', by: 'rules' } },
  },
  'key.created': { keyId: '00000000' },
  'key.revoked': { keyId: '00000000' },
}

/** Statuses of the sample events about a verification. All others have the status of the start. */
const sampleStatuses: Partial<Record<string, string>> = {
  token_minted: 'SBT Minted',
  failed: 'Verification Failed',
  withdrawn: 'Not Started',
  ...Object.fromEntries(
    ['passed', 'shared', 'revoked', 'expired', 'bound', 'moved'].map((moment) => [moment, 'KYC Passed']),
  ),
}

/**
 * Records a sample event with `test: true` for one endpoint, or for all that want its type. Returns the event's
 * id.
 */
export async function sendTestEvent(
  context: KycContext,
  input: { merchant: string; endpoint?: string | undefined; type?: string | undefined },
): Promise<{ id: string; type: EventType }> {
  const { merchant, endpoint, type: asked = 'kyc.shared' } = input
  const [type] = checkedTypes([asked]) ?? []
  if (type === undefined) throw new InputError('type', 'is missing')
  const db = tablesOf(context)
  const rows = await selectEndpointsOf(db, merchant)
  const receivers = rows.filter(({ id, url }) => url !== null && (endpoint === undefined || id === endpoint))
  if (endpoint !== undefined && !rows.some(({ id }) => id === endpoint)) throw unknownEndpoint()
  if (!receivers.some(({ enabled, types }) => enabled && (types === null || types.includes(type))))
    throw new InputError('endpoint', `with a URL that receives ${type} does not exist`)
  const at = new Date(context.clock.now())
  const event = { type, subject: 'test', data: sampleOf(type), at, test: true }
  const id = await recordEvent(db, { mchNo: merchant }, event, endpoint === undefined ? {} : { endpoint })
  return { id, type }
}

function sampleOf(type: EventType): object {
  const [prefix = '', moment = ''] = type.split('.')
  if (!Object.values<string>(eventPrefixes).includes(prefix)) return samples[type] ?? {}
  const account = ['passed', 'shared', 'bound', 'moved'].includes(moment) && 'sample@example.com'
  const status = sampleStatuses[moment] ?? 'Verification Started'
  return { programNo: 'sample', ...(account && { account }), svcId: 'sample', status }
}
