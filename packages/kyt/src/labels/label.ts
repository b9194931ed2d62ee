import type { Network } from '../addresses/networks.ts'
import type { Category } from './categories.ts'

/** One statement by a source about an address. The address is in canonical text form. */
export type Label = {
  readonly network: Network
  readonly address: string
  /** The address's owner. Empty if the source does not name one. */
  readonly entity: string
  readonly label: string
  readonly category: Category
  /** The name of the related security incident. Empty if there is none. */
  readonly incident: string
  /** 0 to 100. */
  readonly confidence: number
}
