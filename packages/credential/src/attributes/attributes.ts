/** 0: not screened, 1: screened without a match, 2: listed. */
export type SanctionResult = 0 | 1 | 2

/**
 * The attributes of a person in a credential. Dates are numbers YYYYMMDD (`noDate` if there is none). Countries are ISO
 * 3166-1 alpha-3 codes, or '' if unknown.
 */
export type Attributes = {
  birthDate: number
  citizenship: string
  documentExpiry: number
  /** Country of the proof of address. */
  residence: string
  /** Location of the device at the time of the check. */
  location: string
  /** Expiry of the proof of address. */
  residenceUntil: number
  sanctionResult: SanctionResult
  sanctionDate: number
  /** 0: none, 1: accredited, 2: qualified, and so on. A higher level satisfies a lower requirement. */
  accreditation: number
  accreditedUntil: number
}
