/** The result of the screening. 0: not screened, 1: screened without a match, 2: listed. */
export type SanctionResult = 0 | 1 | 2

/**
 * A person's attributes in a credential. A date is a number in the form YYYYMMDD, or `noDate` if there is no
 * date. Countries are ISO 3166-1 alpha-3 codes, or '' if unknown.
 */
export type Attributes = {
  birthDate: number
  citizenship: string
  documentExpiry: number
  /** The country in the proof of address. */
  residence: string
  /** The country in which the device was at the time of the check. */
  location: string
  /** The expiry date of the proof of address. */
  residenceUntil: number
  sanctionResult: SanctionResult
  sanctionDate: number
  /**
   * The investor level. 0: none, 1: accredited, 2: qualified, and so on. A higher level satisfies a lower
   * requirement.
   */
  accreditation: number
  accreditedUntil: number
}
