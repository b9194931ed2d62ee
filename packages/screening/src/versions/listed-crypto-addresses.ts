import { listsOf, type ScreeningContext } from '../context.ts'
import type { ListEntry } from '../lists/list-entry.ts'
import { selectBodies } from './entry-store.ts'
import { selectCurrent } from './version-store.ts'

/** A digital currency address of a listed party, in the list's spelling. */
export type ListedAddress = {
  readonly list: string
  readonly version: string
  /** OFAC's code for the currency. XBT is Bitcoin. */
  readonly currency: string
  readonly address: string
  readonly entryId: string
  readonly party: string
  readonly programs: readonly string[]
}

/** Returns all addresses on the current lists. Address labels are created from them. */
export async function* listedCryptoAddresses(
  context: Pick<ScreeningContext, 'database'>,
  options: { list?: string } = {},
): AsyncGenerator<ListedAddress> {
  const db = listsOf(context)
  for (const { id, list, version } of await selectCurrent(db, options.list)) {
    for await (const bodies of selectBodies(db, id, { withCryptoAddresses: true })) {
      for (const body of bodies) {
        const entry = JSON.parse(body) as ListEntry
        for (const { currency, address } of entry.cryptoAddresses) {
          yield {
            list,
            version,
            currency,
            address,
            entryId: entry.id,
            party: entry.names[0]?.text ?? '',
            programs: entry.programs,
          }
        }
      }
    }
  }
}
