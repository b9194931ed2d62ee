import type { LedgerReads } from '../ledger/ledger-store.ts'
import { AddressFilter } from './address-filter.ts'
import type { Memory } from './memory.ts'

/** Receives errors that slow queries down but do not make them fail. */
export type OnProblem = (error: unknown) => void

/**
 * Loads the set of labelled addresses once and updates it after every change. Nearly all addresses have no
 * label, so no query for their labels is needed. Returns a function that reports whether an address,
 * identified by its `accountId`, could have a label as of the last `sync`.
 */
export function learnKnown(
  ledger: Pick<LedgerReads, 'knownAddresses'>,
  memory: Memory,
  onProblem: OnProblem,
): (id: string) => boolean {
  let known: AddressFilter | undefined
  /**
   * The set that is being loaded. It can be newer than the last sync. In this case, an address that received
   * its first label in the meantime causes one unnecessary lookup.
   */
  let learning: AddressFilter | undefined
  /**
   * Whether the last attempt to load the set failed. Only the first of several consecutive failures is
   * reported.
   */
  let isFailing = false

  memory.onTouched((touched) => {
    if (touched === undefined) {
      known = undefined
      learning = undefined
      return
    }
    for (const id of touched.labels) {
      known?.add(id)
      learning?.add(id)
    }
  })

  const learn = async (filter: AddressFilter) => {
    // From this point on, the listener is notified of every change.
    await memory.sync()
    for (let after = ''; learning === filter; ) {
      const some = await ledger.knownAddresses(after)
      const last = some.at(-1)
      if (last === undefined) {
        if (learning === filter) known = filter
        return
      }
      for (const id of some) filter.add(id)
      after = last
    }
  }

  return (id) => {
    if (known !== undefined) return known.mayHave(id)
    if (learning === undefined) {
      const filter = new AddressFilter()
      learning = filter
      // After a failure, every address is looked up until the set has been loaded.
      learn(filter)
        .then(
          () => {
            isFailing = false
          },
          (error: unknown) => {
            if (!isFailing) onProblem(error)
            isFailing = true
          },
        )
        .finally(() => {
          if (learning === filter) learning = undefined
        })
    }
    return true
  }
}
