export * from './create-issuer-desk.ts'
export { credentialSealedColumns } from './sealed-columns.ts'
