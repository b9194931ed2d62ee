import { type DeliveryOutcome, deliverEvents, releaseDeliveries } from '@touchstone/kyc'
import type { Services } from '../plugins/services.ts'
import { repeat } from './repeat.ts'
import { createWebhookSender } from './send-webhook.ts'

/** Interval at which the store is checked for due deliveries. */
const lookEveryMs = 1000

/** Sends merchants' events until stopped. Every node does this and skips what another node has claimed. */
export async function keepEvents({ runtime, metrics, logger }: Services): Promise<() => Promise<void>> {
  await releaseDeliveries(runtime.kyc)
  const stop = new AbortController()
  const { signal } = stop
  const send = createWebhookSender({ loopback: runtime.kyt.loopbackReceivers })
  const onOutcome = (outcome: DeliveryOutcome) => {
    metrics.webhookTried(outcome.result)
    const { id: event, type, merchant, host, tries } = outcome
    const about = { event, type, merchant, host, tries }
    if (outcome.result === 'delivered') logger.info(about, 'event delivered')
    else {
      const message = outcome.result === 'dead' ? 'event given up' : 'event not accepted'
      logger.warn({ ...about, reason: outcome.problem }, message)
    }
  }
  const work = async () => {
    const tried = await deliverEvents(runtime.kyc, { send, signal, onOutcome })
    return tried > 0 ? 0 : lookEveryMs
  }
  const onFailure = (err: unknown) => logger.warn({ err }, 'events could not be sent')
  const loop = repeat({ work, signal, onFailure })
  return async () => {
    stop.abort()
    await loop
  }
}
