import type { EtlRecord } from './etl-record.ts'

// Each check returns a record's problem, or undefined if the record is valid.

export const zeroAddress = `0x${'0'.repeat(40)}`

export const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)
export const isHash = (text: string): boolean => /^0x[0-9a-fA-F]{64}$/.test(text)
/** Whether a whole number written in decimal digits is zero, with or without leading zeros. */
export const isZero = (text: string): boolean => /^0*$/.test(text)

type Check = (record: EtlRecord) => string | undefined

export const mustBeHash =
  (name: string): Check =>
  (record) =>
    isHash(record.text(name)) ? undefined : `${name} is not a valid hash`

export const mustBeAddress =
  (name: string): Check =>
  (record) =>
    isAddress(record.text(name)) ? undefined : `${name} is not a valid address`

export const mayBeAddress =
  (name: string): Check =>
  (record) =>
    record.text(name) === '' ? undefined : mustBeAddress(name)(record)

export const mustBeNumber =
  (name: string, digits = 15): Check =>
  (record) =>
    problemOfNumber(name, record.text(name), digits)

export const mayBeNumber =
  (name: string, digits: number): Check =>
  (record) =>
    record.text(name) === '' ? undefined : mustBeNumber(name, digits)(record)

export function problemOfNumber(name: string, text: string, digits: number): string | undefined {
  if (text.length <= digits && /^[0-9]+$/.test(text)) return undefined
  return `${name} must be a whole number of at most ${digits} digits`
}

/** Returns the first problem. */
export function firstProblem(record: EtlRecord, checks: readonly Check[]): string | undefined {
  for (const check of checks) {
    const problem = check(record)
    if (problem !== undefined) return problem
  }
  return undefined
}

export function problemOfTime(time: string): string | undefined {
  if (time === '') return 'the block time is unknown because the blocks file does not contain the block'
  if (time.length <= 10 && /^[0-9]+$/.test(time) && Number(time) <= 4_294_967_295) return undefined
  return 'the block timestamp must be in Unix seconds'
}
