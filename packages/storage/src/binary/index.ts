export { type BinaryRow, binaryQuery } from './binary-query.ts'
export * from './encode-array.ts'
export { readNumeric } from './numeric.ts'
