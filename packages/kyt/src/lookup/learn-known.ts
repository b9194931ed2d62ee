import type { LedgerReads } from '../ledger/ledger-store.ts'
import { AddressFilter } from './address-filter.ts'
import type { Memory } from './memory.ts'

/** Is given an error that does not keep anybody from an answer, but makes answers slower. */
export type OnProblem = (error: unknown) => void

/**
 * Learns once who has a label at all, and after that from every change: of all others, which are nearly everybody, the
 * ledger need not be asked. Returns whether an address, by its `accountId`, may have one in the state of the last `sync`.
 */
export function learnKnown(
  ledger: Pick<LedgerReads, 'knownAddresses'>,
  memory: Memory,
  onProblem: OnProblem,
): (id: string) => boolean {
  let known: AddressFilter | undefined
  /** What is being read. It may be of a newer state: who is in it without a label is looked up in vain, and no more. */
  let learning: AddressFilter | undefined
  /** Whether the last attempt failed: of a row of failures only the first is reported. */
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
    // From here on the memory hears of every change.
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
      // Where it fails, everybody is looked up until it succeeds.
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
