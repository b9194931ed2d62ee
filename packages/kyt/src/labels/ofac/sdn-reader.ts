import type { ListedAddress } from './listed-address.ts'

/**
 * The reader for OFAC's list in the advanced XML format. Returns the date of issue first, then the addresses.
 * The screening package implements the reader, because the list mainly contains people.
 */
export type SdnReader = (file: string) => AsyncIterable<{ readonly publishedAt: string } | ListedAddress>
