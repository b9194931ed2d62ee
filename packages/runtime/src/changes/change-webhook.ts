import {
  addEndpoint,
  type ChangedBy,
  changeEndpoint,
  deliverAgain,
  InputError,
  type MadeSecret,
  makeWebhookSecret,
  recordChange,
  removeEndpoint,
  sendTestEvent,
  setDefaultUrl,
} from '@touchstone/kyc'
import type { Runtime } from '../open-runtime.ts'
import { checkMerchant } from './check-merchant.ts'

/*
 * Changes to a merchant's webhooks, for the command line and the dashboard. The entry in the audit log is
 * written right after the change. If writing the entry fails, the caller receives an error and can safely
 * repeat the call.
 */

/** Sets the webhook URL; null removes it. */
export async function changeWebhookUrl(
  runtime: Pick<Runtime, 'kyc'>,
  { mchNo, url }: { mchNo: string; url: string | null },
  by: ChangedBy,
): Promise<string | null> {
  await checkMerchant(runtime, mchNo)
  const set = await setDefaultUrl(runtime.kyc, { merchant: mchNo, url })
  // Logs only the host, because the path can contain a secret and the log is permanent.
  const detail = { host: set === null ? null : new URL(set).host }
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.url-changed', target: mchNo, detail }, by)
  return set
}

export async function changeWebhookSecret(
  runtime: Pick<Runtime, 'kyc'>,
  { mchNo, endpoint, graceSeconds }: { mchNo: string; endpoint?: string | undefined; graceSeconds: number },
  by: ChangedBy,
): Promise<MadeSecret> {
  await checkMerchant(runtime, mchNo)
  const made = await makeWebhookSecret(runtime.kyc, { merchant: mchNo, endpoint, graceSeconds })
  const detail = { graceSeconds: made.oldUntil === null ? null : graceSeconds }
  await recordChange(
    runtime.kyc,
    { mchNo, action: 'webhook.secret-made', target: endpoint ?? mchNo, detail },
    by,
  )
  return made
}

/** Sends one of this merchant's events again to the endpoints that want it, even if they received it before. */
export async function sendEventAgain(
  runtime: Pick<Runtime, 'kyc'>,
  { mchNo, id }: { mchNo: string; id: string },
  by: ChangedBy,
): Promise<void> {
  await checkMerchant(runtime, mchNo)
  if ((await deliverAgain(runtime.kyc, { merchant: mchNo, id })) === 0) throw nothingToSend()
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.sent-again', target: id, detail: {} }, by)
}

export const nothingToSend = () =>
  new InputError(
    'id',
    'matches no event that can be sent again. Its deliveries may still be pending, the person may have withdrawn consent, or no enabled endpoint receives its type.',
  )

type WithKyc = Pick<Runtime, 'kyc'>

export async function addWebhookEndpoint(
  runtime: WithKyc,
  { mchNo, ...endpoint }: { mchNo: string; url: string; types: readonly string[] | null },
  by: ChangedBy,
): Promise<{ id: string; secret: string }> {
  await checkMerchant(runtime, mchNo)
  const added = await addEndpoint(runtime.kyc, { merchant: mchNo, ...endpoint })
  const detail = { host: new URL(endpoint.url).host, types: endpoint.types?.join(' ') ?? null }
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.endpoint-added', target: added.id, detail }, by)
  return added
}

export async function changeWebhookEndpoint(
  runtime: WithKyc,
  change: {
    mchNo: string
    id: string
    url?: string | undefined
    types?: readonly string[] | null | undefined
    enabled?: boolean | undefined
  },
  by: ChangedBy,
): Promise<void> {
  const { mchNo, id, url, types, enabled } = change
  await checkMerchant(runtime, mchNo)
  await changeEndpoint(runtime.kyc, { merchant: mchNo, id, url, types, enabled })
  const detail = {
    ...(url !== undefined && { host: new URL(url).host }),
    ...(types !== undefined && { types: types?.join(' ') ?? null }),
    ...(enabled !== undefined && { enabled }),
  }
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.endpoint-changed', target: id, detail }, by)
}

export async function removeWebhookEndpoint(
  runtime: WithKyc,
  { mchNo, id }: { mchNo: string; id: string },
  by: ChangedBy,
): Promise<void> {
  await checkMerchant(runtime, mchNo)
  await removeEndpoint(runtime.kyc, { merchant: mchNo, id })
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.endpoint-removed', target: id, detail: {} }, by)
}

export async function sendSampleEvent(
  runtime: WithKyc,
  { mchNo, ...of }: { mchNo: string; endpoint?: string | undefined; type?: string | undefined },
  by: ChangedBy,
): Promise<{ id: string; type: string }> {
  await checkMerchant(runtime, mchNo)
  const sent = await sendTestEvent(runtime.kyc, { merchant: mchNo, ...of })
  const change = { mchNo, action: 'webhook.tested', target: sent.id, detail: { type: sent.type } }
  await recordChange(runtime.kyc, change, by)
  return sent
}
