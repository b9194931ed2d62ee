import { quoted } from '../../ledger/parse-lines-store.ts'
import type { Problem } from './etl-fields-store.ts'

export const nobody = `0x${'0'.repeat(40)}`

export const isAddress = (text: string): string => `match(${text}, '^0x[0-9a-fA-F]{40}$')`
export const isHash = (text: string): string => `match(${text}, '^0x[0-9a-fA-F]{64}$')`
const isNumber = (text: string, digits: number) => `match(${text}, '^[0-9]{1,${digits}}$')`

/** Of a whole number that is written as digits, leading zeros or not. */
export const isZero = (text: string): string => `match(${text}, '^0*$')`

export const mustBeHash = (name: string, text = `e_${name}`): Problem => [
  `not ${isHash(text)}`,
  `${name} is no hash`,
]

export const mustBeAddress = (name: string): Problem => [
  `not ${isAddress(`e_${name}`)}`,
  `${name} is no address`,
]

export const mayBeAddress = (name: string): Problem => [
  `e_${name} != '' and not ${isAddress(`e_${name}`)}`,
  `${name} is no address`,
]

export const mustBeNumber = (name: string, digits = 15, text = `e_${name}`): Problem => [
  `not ${isNumber(text, digits)}`,
  `${name} must be a whole number of at most ${digits} digits`,
]

export const mayBeNumber = (name: string, digits: number, text = `e_${name}`): Problem => [
  `${text} != '' and not ${isNumber(text, digits)}`,
  `${name} must be a whole number of at most ${digits} digits`,
]

/** The time of a line whose block has been joined. */
export const blockTime = `if(e_block_timestamp != '', e_block_timestamp, block_values[1])`

export const timeProblems: readonly Problem[] = [
  [`${blockTime} = ''`, 'the time of its block is not known: the blocks file does not have it'],
  [
    `not match(${blockTime}, '^[0-9]{1,10}$') or toUInt64OrZero(${blockTime}) > 4294967295`,
    'the timestamp of its block must be Unix seconds',
  ],
]

export const anyOf = (problems: readonly Problem[]): string =>
  `(${problems.map(([condition]) => `(${condition})`).join(' or ')})`

export const oneOf = (text: string, values: readonly string[]): string =>
  `${text} in (${values.map(quoted).join(', ')})`
