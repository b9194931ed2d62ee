import { checkWebhookUrl, UserError } from '@touchstone/common'
import type { Webhook } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { selectEndpoint, updateEndpoint } from './endpoint-store.ts'

/** Returns the URL of a merchant's default endpoint, or null if there is none. */
export async function getDefaultUrl(context: KycContext, merchant: string): Promise<string | null> {
  return (await selectEndpoint(tablesOf(context), merchant))?.url ?? null
}

export async function setDefaultUrl(
  context: KycContext,
  input: { merchant: string; url: string | null },
): Promise<string | null> {
  const { merchant } = input
  const url = input.url === null ? null : requireWebhookUrl(context, input.url)
  const isSet = await updateEndpoint(tablesOf(context), { id: merchant, merchant }, { url })
  if (!isSet && url !== null) {
    throw new UserError({
      code: 'webhook.no-secret',
      message: 'The merchant has no webhook secret, and unsigned webhooks are not sent.',
      remedy: `Create a secret in the dashboard or with touchstone webhook secret --merchant ${merchant}.`,
    })
  }
  return url
}

/** Returns the URL in canonical form. Throws if webhooks may not be sent to it. */
export function requireWebhookUrl({ loopbackReceivers = false }: KycContext, text: string): string {
  const checked = checkWebhookUrl(text, { loopback: loopbackReceivers })
  if ('url' in checked) return checked.url
  throw new UserError({
    code: 'webhook.url',
    message: `The URL ${checked.wrong}.`,
    remedy: 'Enter the https URL of a public server, without a user name or password.',
  })
}

/** Returns a merchant's default webhook URL and the state of its secret. */
export async function showWebhook(context: KycContext, merchant: string): Promise<Webhook> {
  const row = await selectEndpoint(tablesOf(context), merchant)
  const oldUntil = row?.oldUntil ?? null
  const isInUse = oldUntil !== null && oldUntil.getTime() > context.clock.now()
  return {
    url: row?.url ?? null,
    hasSecret: row !== undefined,
    oldSecretUntil: isInUse ? oldUntil.toISOString() : null,
  }
}

/** Returns whether the merchant has a secret with which the webhooks of its watches can be signed. */
export async function hasWebhookSecret(context: KycContext, merchant: string): Promise<boolean> {
  return (await selectEndpoint(tablesOf(context), merchant)) !== undefined
}
