export { type BinaryRow, binaryQuery } from './binary-query.ts'
export * from './encode-array.ts'
export * from './read-field.ts'
export * from './unnest-row.ts'
