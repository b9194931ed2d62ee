/** 0: not screened, 1: screened and found on no list, 2: listed. */
export type SanctionResult = 0 | 1 | 2

/**
 * What a credential says about a person. Dates are numbers YYYYMMDD (`noDate` where there is none); countries are ISO
 * 3166-1 alpha-3 codes, or '' where unknown.
 */
export type Attributes = {
  birthDate: number
  citizenship: string
  documentExpiry: number
  /** Of a proof of address. */
  residence: string
  /** Where the device was when the person was checked. */
  location: string
  /** How long the proof of address is good. */
  residenceUntil: number
  sanctionResult: SanctionResult
  sanctionDate: number
  /** 0: none, 1: accredited, 2: qualified, and so on: a higher level is good for a lower one. */
  accreditation: number
  accreditedUntil: number
}
