export * from '../attributes/attributes.ts'
export { countryTable } from '../attributes/country-index.ts'
export * from '../attributes/country-set.ts'
export { dayOf } from '../attributes/days.ts'
export * from '../attributes/wallet-field.ts'
export * from '../keys/circuit-names.ts'
export * from '../keys/key-manifest.ts'
export * from '../leaf/credential.ts'
export { HolderError } from '../prove/holder-error.ts'
export * from '../prove/proof.ts'
export * from '../prove/proof-request.ts'
export * from '../questions/failure-reasons.ts'
export {
  addressQuestions,
  investorQuestions,
  type KycRule,
  kycQuestions,
  personhoodQuestions,
  type Questions,
} from '../questions/questions.ts'
export * from './create-prover.ts'
export * from './holder-copy.ts'
export * from './holder-file.ts'
export type { ProveProgress } from './prove-worker.ts'
export * from './sign-challenge.ts'
export * from './ssi-wallet.ts'
