import type { Network } from '../addresses/networks.ts'
import type { Category } from './categories.ts'

/** One statement of one source about one address. The address is in its canonical text form. */
export type Label = {
  readonly network: Network
  readonly address: string
  /** Who it belongs to; empty when the source does not say. */
  readonly entity: string
  readonly label: string
  readonly category: Category
  /** Name of the security incident it belongs to; empty when none. */
  readonly incident: string
  /** 0 to 100. */
  readonly confidence: number
}
