import type { ListedAddress } from './listed-address.ts'

/**
 * Reads OFAC's list in its advanced XML format: first its date of issue, then its addresses. The list mainly
 * contains people, so the screening package implements this reader.
 */
export type SdnReader = (file: string) => AsyncIterable<{ readonly publishedAt: string } | ListedAddress>
