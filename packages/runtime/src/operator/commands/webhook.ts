import type { WebhookEndpoint } from '@touchstone/contract'
import {
  byCommandLine,
  deliverAgain,
  getDefaultUrl,
  listDeadDeliveries,
  listEndpoints,
  recordChange,
  retryDeadDeliveries,
} from '@touchstone/kyc'
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  changeWebhookSecret,
  changeWebhookUrl,
  nothingToSend,
  removeWebhookEndpoint,
  sendSampleEvent,
} from '../../changes/change-webhook.ts'
import { checkMerchant } from '../../changes/check-merchant.ts'
import type { Command } from '../command.ts'

export const webhookSecret: Command<
  { mchNo: string; endpoint?: string; graceSeconds: number },
  { mchNo: string; secret: string; oldSecretUntil: string | null }
> = async (runtime, { mchNo, ...of }) => {
  const { secret, oldUntil } = await changeWebhookSecret(runtime, { mchNo, ...of }, byCommandLine)
  return { mchNo, secret, oldSecretUntil: oldUntil?.toISOString() ?? null }
}

/** Sets the URL; null removes it. Without `url`, returns the current URL. */
export const webhookUrl: Command<
  { mchNo: string; url?: string | null },
  { mchNo: string; url: string | null }
> = async (runtime, { mchNo, url }) => {
  await checkMerchant(runtime, mchNo)
  if (url === undefined) return { mchNo, url: await getDefaultUrl(runtime.kyc, mchNo) }
  return { mchNo, url: await changeWebhookUrl(runtime, { mchNo, url }, byCommandLine) }
}

export type DeadEventView = {
  id: string
  mchNo: string
  type: string
  created: string
  host: string | null
  tries: number
  problem: string
  diedAt: string
}

const mostListed = 1000

export const webhookDead: Command<{ mchNo?: string }, DeadEventView[]> = async (runtime, { mchNo }) => {
  if (mchNo !== undefined) await checkMerchant(runtime, mchNo)
  const dead = await listDeadDeliveries(runtime.kyc, {
    limit: mostListed,
    ...(mchNo === undefined ? {} : { merchant: mchNo }),
  })
  return dead.map(({ id, merchant, type, createdAt, host, tries, problem, diedAt }) => ({
    ...{ id, mchNo: merchant, type, created: createdAt.toISOString(), host, tries, problem },
    diedAt: diedAt.toISOString(),
  }))
}

export const webhookRetry: Command<{ id: string } | { mchNo?: string }, { retried: number }> = async (
  runtime,
  input,
) => {
  const id = 'id' in input ? input.id : undefined
  const mchNo = 'id' in input ? undefined : input.mchNo
  if (mchNo !== undefined) await checkMerchant(runtime, mchNo)
  const retried =
    id === undefined
      ? await retryDeadDeliveries(runtime.kyc, mchNo === undefined ? {} : { merchant: mchNo })
      : await deliverAgain(runtime.kyc, { id })
  if (id !== undefined && retried === 0) throw nothingToSend()
  const change = { mchNo, action: 'webhook.sent-again', target: id ?? mchNo ?? 'all', detail: { retried } }
  if (retried > 0) await recordChange(runtime.kyc, change, byCommandLine)
  return { retried }
}

export const endpointList: Command<{ mchNo: string }, WebhookEndpoint[]> = async (runtime, { mchNo }) => {
  await checkMerchant(runtime, mchNo)
  return await listEndpoints(runtime.kyc, mchNo)
}

export const endpointAdd: Command<
  { mchNo: string; url: string; types: string[] | null },
  { mchNo: string; id: string; secret: string }
> = async (runtime, input) => ({
  mchNo: input.mchNo,
  ...(await addWebhookEndpoint(runtime, input, byCommandLine)),
})

export const endpointUpdate: Command<
  { mchNo: string; id: string; url?: string; types?: string[] | null; enabled?: boolean },
  { mchNo: string; id: string }
> = async (runtime, input) => {
  await changeWebhookEndpoint(runtime, input, byCommandLine)
  return { mchNo: input.mchNo, id: input.id }
}

export const endpointRemove: Command<{ mchNo: string; id: string }, { mchNo: string; id: string }> = async (
  runtime,
  input,
) => {
  await removeWebhookEndpoint(runtime, input, byCommandLine)
  return input
}

export const webhookTest: Command<
  { mchNo: string; endpoint?: string; type?: string },
  { id: string; type: string }
> = async (runtime, input) => await sendSampleEvent(runtime, input, byCommandLine)
