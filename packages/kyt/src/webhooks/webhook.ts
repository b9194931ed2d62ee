import { UserError } from '@touchstone/common'
import type { Webhook } from '@touchstone/contract'
import { journalOf } from '../context.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'
import type { WatchContext } from './watch-context.ts'
import { selectWebhook, updateDefaultUrl } from './webhook-store.ts'

/** Where alerts go whose watch has no url of its own; null: nowhere. */
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
      message: `The url ${checked.wrong}.`,
      remedy: 'Give an https address of a public server, without a user name or password.',
    })
  }
  const isSet = await updateDefaultUrl(journalOf(context), input.merchant, checked.url)
  if (!isSet && checked.url !== null) {
    throw new UserError({
      code: 'webhook.no-secret',
      message: 'The merchant has no webhook secret yet, and nothing is sent unsigned.',
      remedy: `Make one first, in the dashboard or by touchstone webhook secret --merchant ${input.merchant}`,
    })
  }
  return checked.url
}

/** Where a merchant's alerts go by default, and whether they can be signed. */
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
