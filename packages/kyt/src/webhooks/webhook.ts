import { UserError } from '@touchstone/common'
import type { Webhook } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'
import type { WatchContext } from './watch-context.ts'
import { selectWebhook, updateDefaultUrl } from './webhook-store.ts'

/** Returns the URL for alerts from watches without their own URL, or null if there is none. */
export async function getDefaultUrl(context: WatchContext, merchant: string): Promise<string | null> {
  return (await selectWebhook(journalOf(context), merchant))?.url ?? null
}

export async function setDefaultUrl(
  context: WatchContext,
  input: { merchant: string; url: string | null },
): Promise<string | null> {
  const checked =
    input.url === null ? { url: null } : checkWebhookUrl(input.url, { loopback: context.loopbackReceivers })
  if ('wrong' in checked) {
    throw new UserError({
      code: 'webhook.url',
      message: `The URL ${checked.wrong}.`,
      remedy: 'Enter the https URL of a public server, without a user name or password.',
    })
  }
  const isSet = await updateDefaultUrl(journalOf(context), input.merchant, checked.url)
  if (!isSet && checked.url !== null) {
    throw new UserError({
      code: 'webhook.no-secret',
      message: 'The merchant has no webhook secret, and unsigned webhooks are not sent.',
      remedy: `Create a secret in the dashboard or with touchstone webhook secret --merchant ${input.merchant}.`,
    })
  }
  return checked.url
}

/** Returns a merchant's default webhook URL and the state of its secret. */
export async function showWebhook(context: WatchContext, merchant: string): Promise<Webhook> {
  const row = await selectWebhook(journalOf(context), merchant)
  const oldUntil = row?.oldUntil ?? null
  const isInUse = oldUntil !== null && oldUntil.getTime() > context.clock.now()
  return {
    url: row?.url ?? null,
    hasSecret: row !== undefined,
    oldSecretUntil: isInUse ? oldUntil.toISOString() : null,
  }
}
