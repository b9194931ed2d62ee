import { verifyWebhook } from '@touchstone/client'

/**
 * The customers' statuses in the site's own records, which the service's events update. A real site stores
 * them in its database, together with the ids of the events that it has processed.
 */
export function createCustomers({ webhookSecret: secret, programNo, allowTest }) {
  const processed = new Set()
  /** The accounts for which each person shares the result. */
  const accountsOf = new Map()
  const keyOf = (account) => account.toLowerCase()

  return {
    /** Returns undefined if the site receives no events. */
    statusOf(account) {
      if (secret === undefined) return undefined
      const isVerified = [...accountsOf.values()].some((accounts) => accounts.has(keyOf(account)))
      return isVerified ? 'verified' : 'not verified'
    },

    /** Processes a webhook. Returns whether it came from the service. */
    receive({ body, headers }) {
      const event = secret === undefined ? undefined : verifyWebhook({ body, headers, secret })
      if (event === undefined) return false
      // The service repeats an event if it does not receive the confirmation.
      if (processed.has(event.id) || (event.test && !allowTest)) return true
      processed.add(event.id)
      const { svcId, account, programNo: from } = event.data
      if (programNo !== undefined && from !== programNo) return true
      const [, moment] = event.type.split('.')
      if (moment === 'shared' && account !== undefined) {
        accountsOf.set(svcId, (accountsOf.get(svcId) ?? new Set()).add(keyOf(account)))
      }
      // A MeID belongs to one account at a time.
      if (moment === 'moved' && account !== undefined) accountsOf.set(svcId, new Set([keyOf(account)]))
      if (['withdrawn', 'revoked', 'expired'].includes(moment)) accountsOf.delete(svcId)
      return true
    },
  }
}
