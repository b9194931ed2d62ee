import type { RiskReason } from '@touchstone/contract'

/** Writes the figures of a sentence like all figures of the page. Names are not changed. */
export const inPageNumbers = (sentence: string, { code }: RiskReason): string =>
  code === 'label' ? sentence : sentence.replaceAll(/(?<=\d),(?=\d{3})/g, '\u202f')
