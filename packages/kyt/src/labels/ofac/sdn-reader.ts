import type { ListedAddress } from './listed-address.ts'

/**
 * Reads OFAC's list in its advanced XML format: first its date of issue, then its addresses. The screening
 * package implements this reader, because the list mainly contains people.
 */
export type SdnReader = (file: string) => AsyncIterable<{ readonly publishedAt: string } | ListedAddress>
