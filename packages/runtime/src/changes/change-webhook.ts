import { type ChangedBy, InputError, recordChange } from '@touchstone/kyc'
import { type MadeSecret, makeWebhookSecret, retryDeadAlerts, setDefaultUrl } from '@touchstone/kyt'
import type { Runtime } from '../open-runtime.ts'
import { checkMerchant } from './check-merchant.ts'

/*
 * Changes to a merchant's webhooks, for the command line and the dashboard. The webhooks belong to KYT and
 * the audit log to KYC, so the two writes are not atomic: the entry is written right after the change. If
 * writing the entry fails, the caller receives an error and can safely repeat the call.
 */

/** Sets the webhook URL; null removes it. */
export async function changeWebhookUrl(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, url }: { mchNo: string; url: string | null },
  by: ChangedBy,
): Promise<string | null> {
  await checkMerchant(runtime, mchNo)
  const set = await setDefaultUrl(runtime.kyt, { merchant: mchNo, url })
  // Logs only the host, because the path can contain a secret and the log is permanent.
  const detail = { host: set === null ? null : new URL(set).host }
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.url-changed', target: mchNo, detail }, by)
  return set
}

export async function changeWebhookSecret(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, graceSeconds }: { mchNo: string; graceSeconds: number },
  by: ChangedBy,
): Promise<MadeSecret> {
  await checkMerchant(runtime, mchNo)
  const made = await makeWebhookSecret(runtime.kyt, { merchant: mchNo, graceSeconds })
  const detail = { graceSeconds: made.oldUntil === null ? null : graceSeconds }
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.secret-made', target: mchNo, detail }, by)
  return made
}

/** Resends one of this merchant's alerts from the dead-letter list. */
export async function sendAlertAgain(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, id }: { mchNo: string; id: string },
  by: ChangedBy,
): Promise<void> {
  await checkMerchant(runtime, mchNo)
  if ((await retryDeadAlerts(runtime.kyt, { merchant: mchNo, id })) === 0)
    throw new InputError('id', 'matches no alert on the dead-letter list')
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.sent-again', target: id, detail: {} }, by)
}
