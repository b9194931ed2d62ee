import { InputError } from '@touchstone/kyc'
import {
  getDefaultUrl,
  listDeadAlerts,
  makeWebhookSecret,
  retryDeadAlerts,
  setDefaultUrl,
} from '@touchstone/kyt'
import type { Command } from '../command.ts'
import { checkMerchant } from './check-merchant.ts'

export const webhookSecret: Command<
  { mchNo: string; graceSeconds: number },
  { mchNo: string; secret: string; oldSecretUntil: string | null }
> = async (runtime, { mchNo, graceSeconds }) => {
  await checkMerchant(runtime, mchNo)
  const { secret, oldUntil } = await makeWebhookSecret(runtime.kyt, { merchant: mchNo, graceSeconds })
  return { mchNo, secret, oldSecretUntil: oldUntil?.toISOString() ?? null }
}

/** Without a url it only tells the one that is set; null takes it away. */
export const webhookUrl: Command<
  { mchNo: string; url?: string | null },
  { mchNo: string; url: string | null }
> = async (runtime, { mchNo, url }) => {
  await checkMerchant(runtime, mchNo)
  if (url === undefined) return { mchNo, url: await getDefaultUrl(runtime.kyt, mchNo) }
  return { mchNo, url: await setDefaultUrl(runtime.kyt, { merchant: mchNo, url }) }
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
  if ('id' in input) {
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(input.id)
    const retried = isId ? await retryDeadAlerts(runtime.kyt, { id: input.id }) : 0
    if (retried === 0) throw new InputError('id', 'is of no alert on the dead-letter list')
    return { retried }
  }
  if (input.mchNo === undefined) return { retried: await retryDeadAlerts(runtime.kyt, {}) }
  await checkMerchant(runtime, input.mchNo)
  return { retried: await retryDeadAlerts(runtime.kyt, { merchant: input.mchNo }) }
}
