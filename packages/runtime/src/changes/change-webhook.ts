import { type ChangedBy, InputError, recordChange } from '@touchstone/kyc'
import { type MadeSecret, makeWebhookSecret, retryDeadAlerts, setDefaultUrl } from '@touchstone/kyt'
import type { Runtime } from '../open-runtime.ts'
import { checkMerchant } from './check-merchant.ts'

/*
 * What the command line and the dashboard change of a merchant's webhooks. The webhooks are of one engine and the audit
 * log of the other, which know nothing of each other's tables: the entry is written right after the change, not with
 * it. Where that fails the caller is told so and repeats the change, and none of them does harm twice.
 */

/** Null takes the url away. */
export async function changeWebhookUrl(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, url }: { mchNo: string; url: string | null },
  by: ChangedBy,
): Promise<string | null> {
  await checkMerchant(runtime, mchNo)
  const set = await setDefaultUrl(runtime.kyt, { merchant: mchNo, url })
  // The host alone: a path may hold a secret, and the log is kept for good.
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

/** Sends an alert of this merchant again that nobody has accepted. */
export async function sendAlertAgain(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, id }: { mchNo: string; id: string },
  by: ChangedBy,
): Promise<void> {
  await checkMerchant(runtime, mchNo)
  if ((await retryDeadAlerts(runtime.kyt, { merchant: mchNo, id })) === 0)
    throw new InputError('id', 'is of no alert on the dead-letter list')
  await recordChange(runtime.kyc, { mchNo, action: 'webhook.sent-again', target: id, detail: {} }, by)
}
