import type { EtlRecord } from './etl-record.ts'

// Each tells what is wrong, or nothing.

export const nobody = `0x${'0'.repeat(40)}`

export const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)
export const isHash = (text: string): boolean => /^0x[0-9a-fA-F]{64}$/.test(text)
/** Of a whole number that is written as digits, leading zeros or not. */
export const isZero = (text: string): boolean => /^0*$/.test(text)

type Check = (record: EtlRecord) => string | undefined

export const mustBeHash =
  (name: string): Check =>
  (record) =>
    isHash(record.text(name)) ? undefined : `${name} is no hash`

export const mustBeAddress =
  (name: string): Check =>
  (record) =>
    isAddress(record.text(name)) ? undefined : `${name} is no address`

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

/** The first thing that is wrong. */
export function firstProblem(record: EtlRecord, checks: readonly Check[]): string | undefined {
  for (const check of checks) {
    const problem = check(record)
    if (problem !== undefined) return problem
  }
  return undefined
}

export function problemOfTime(time: string): string | undefined {
  if (time === '') return 'the time of its block is not known: the blocks file does not have it'
  if (time.length <= 10 && /^[0-9]+$/.test(time) && Number(time) <= 4_294_967_295) return undefined
  return 'the timestamp of its block must be Unix seconds'
}
