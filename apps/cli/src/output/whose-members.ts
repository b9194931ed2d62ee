/** The word in place of a merchant's number that means the operator's own people. */
const operator = 'operator'

export const whoseArgument = [
  '<mchNo>',
  `merchant number, or "${operator}" for the operator’s own people`,
] as const

export function whoseMembers(mchNo: string): { mchNo?: string } {
  return mchNo === operator ? {} : { mchNo }
}
