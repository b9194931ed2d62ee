import type { ListedAddress } from './listed-address.ts'

/**
 * Reads OFAC's list in its advanced XML form: when it was issued, then its addresses. The list is first of all one of people, so
 * that another room reads it; this engine is handed what the list says of addresses.
 */
export type SdnReader = (file: string) => AsyncIterable<{ readonly publishedAt: string } | ListedAddress>
