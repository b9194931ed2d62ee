import {
  areWatchesPaused,
  type DeliveryOutcome,
  deliverAlerts,
  releaseClaims,
  rescoreWatches,
} from '@touchstone/kyt'
import type { Services } from '../plugins/services.ts'
import { repeat } from './repeat.ts'
import { createWebhookSender } from './send-webhook.ts'

/** How soon a change is noticed that another process made, and how soon an alert is sent. */
const lookEveryMs = 1000

/**
 * Scores watches again and sends their alerts, until it is stopped. Every node does both; what one has taken up the others
 * leave alone. The two don't wait for each other: a slow receiver must not hold up the scores.
 */
export async function keepWatch(services: Services): Promise<() => Promise<void>> {
  const { runtime, kytReader, metrics, logger } = services
  await releaseClaims(runtime.kyt)
  if (await areWatchesPaused(runtime.kyt)) {
    logger.warn('watches are paused since a reset of the ledger, until "touchstone watch resume"')
  }
  const stop = new AbortController()
  const send = createWebhookSender({ loopback: runtime.kyt.loopbackReceivers })
  const onOutcome = (outcome: DeliveryOutcome) => {
    metrics.alertTried(outcome.result)
    const { id, merchant, host, tries } = outcome
    if (outcome.result === 'delivered') {
      logger.info({ alert: id, merchant, host, tries }, 'alert delivered')
    } else {
      const told = outcome.result === 'dead' ? 'alert given up' : 'alert not accepted'
      logger.warn({ alert: id, merchant, host, tries, reason: outcome.problem }, told)
    }
  }

  const rescore = async () => {
    const startedAt = runtime.clock.now()
    const { taken, changed, problem } = await rescoreWatches(runtime.kyt, kytReader)
    metrics.watchesScored(taken)
    if (changed > 0) logger.info({ watches: taken, changed }, 'watches came to another level')
    if (problem !== undefined) throw problem
    // Scoring keeps the ledger busy: half of the time belongs to those who ask something themselves.
    return taken > 0 ? runtime.clock.now() - startedAt : lookEveryMs
  }
  const deliver = async () => {
    const tried = await deliverAlerts(runtime.kyt, { send, signal: stop.signal, onOutcome })
    return tried > 0 ? 0 : lookEveryMs
  }

  const { signal } = stop
  const loops = [
    repeat({ work: deliver, signal, onFailure: (err) => logger.warn({ err }, 'alerts were not sent') }),
  ]
  if (runtime.ledger.place !== 'absent') {
    const onFailure = (err: unknown) => logger.warn({ err }, 'watches were not scored')
    loops.push(repeat({ work: rescore, signal, onFailure }))
  }
  return async () => {
    stop.abort()
    await Promise.all(loops)
  }
}
