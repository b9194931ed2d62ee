export * from './create-issuer-desk.ts'
