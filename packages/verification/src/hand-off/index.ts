export * from './hand-off.ts'
