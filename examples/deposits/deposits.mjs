import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/**
 * Stores deposits in a file to which lines are only appended, so that a crash loses nothing. A real backend
 * uses its database: what matters is that a deposit is stored before the webhook is confirmed.
 */
export function openDeposits(file) {
  const deposits = new Map()
  const seenEvents = new Set()
  const apply = ({ deposit, event }) => {
    deposits.set(deposit.reference, deposit)
    if (event) seenEvents.add(event)
  }
  if (existsSync(file)) {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    for (const line of lines) apply(JSON.parse(line))
  }
  const store = (change) => {
    appendFileSync(file, `${JSON.stringify(change)}\n`)
    apply(change)
  }
  return {
    get: (reference) => deposits.get(reference),
    add(deposit) {
      store({ deposit })
      return deposit
    },
    /** Applies an event. Events can arrive more than once, and older ones after newer ones. */
    decide({ id, created, data }) {
      const deposit = deposits.get(data.reference)
      if (!deposit || seenEvents.has(id) || created < deposit.decidedAt) return
      store({ deposit: { ...deposit, decision: data.decision, decidedAt: created }, event: id })
    },
  }
}
