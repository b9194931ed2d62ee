import { byCommandLine, InputError, recordChange } from '@touchstone/kyc'
import { getDefaultUrl, listDeadAlerts, retryDeadAlerts } from '@touchstone/kyt'
import { changeWebhookSecret, changeWebhookUrl } from '../../changes/change-webhook.ts'
import { checkMerchant } from '../../changes/check-merchant.ts'
import type { Command } from '../command.ts'

export const webhookSecret: Command<
  { mchNo: string; graceSeconds: number },
  { mchNo: string; secret: string; oldSecretUntil: string | null }
> = async (runtime, { mchNo, graceSeconds }) => {
  const { secret, oldUntil } = await changeWebhookSecret(runtime, { mchNo, graceSeconds }, byCommandLine)
  return { mchNo, secret, oldSecretUntil: oldUntil?.toISOString() ?? null }
}

/** Sets the URL; null removes it. Without `url`, returns the current URL. */
export const webhookUrl: Command<
  { mchNo: string; url?: string | null },
  { mchNo: string; url: string | null }
> = async (runtime, { mchNo, url }) => {
  await checkMerchant(runtime, mchNo)
  if (url === undefined) return { mchNo, url: await getDefaultUrl(runtime.kyt, mchNo) }
  return { mchNo, url: await changeWebhookUrl(runtime, { mchNo, url }, byCommandLine) }
}

export type DeadAlertView = {
  id: string
  mchNo: string
  created: string
  coin: string
  address: string
  from: string
  to: string
  tries: number
  problem: string
  diedAt: string
}

const mostListed = 1000

export const webhookDead: Command<{ mchNo?: string }, DeadAlertView[]> = async (runtime, { mchNo }) => {
  if (mchNo !== undefined) await checkMerchant(runtime, mchNo)
  const dead = await listDeadAlerts(runtime.kyt, {
    limit: mostListed,
    ...(mchNo === undefined ? {} : { merchant: mchNo }),
  })
  return dead.map(({ id, merchant, alert, tries, problem, diedAt }) => ({
    id,
    mchNo: merchant,
    created: new Date(alert.created * 1000).toISOString(),
    coin: alert.coin,
    address: alert.address,
    from: alert.from.risk_level,
    to: alert.to.risk_level,
    tries,
    problem,
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
  const retried = await retryDeadAlerts(runtime.kyt, {
    ...(id !== undefined && { id }),
    ...(mchNo !== undefined && { merchant: mchNo }),
  })
  if (id !== undefined && retried === 0)
    throw new InputError('id', 'matches no alert on the dead-letter list')
  const change = { mchNo, action: 'webhook.sent-again', target: id ?? mchNo ?? 'all', detail: { retried } }
  if (retried > 0) await recordChange(runtime.kyc, change, byCommandLine)
  return { retried }
}
