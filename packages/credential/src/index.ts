export * from './attributes/attributes.ts'
export * from './attributes/check-attributes.ts'
export * from './attributes/country-index.ts'
export * from './attributes/country-set.ts'
export * from './attributes/days.ts'
export * from './attributes/wallet-field.ts'
export * from './field.ts'
export * from './issuer/create-issuer.ts'
export * from './issuer/issuer-keys.ts'
export * from './issuer-service/create-issuer-service.ts'
export { credentialSealedColumns } from './issuer-service/sealed-columns.ts'
export * from './keys/circuit-names.ts'
export * from './keys/development-keys.ts'
export * from './keys/key-manifest.ts'
export * from './keys/read-key-file.ts'
export * from './keys/read-key-manifest.ts'
export * from './leaf/attribute-signals.ts'
export * from './leaf/credential.ts'
export * from './leaf/leaf-of.ts'
export * from './leaf/performed-checks.ts'
export * from './leaf/poseidon.ts'
export * from './migrations/index.ts'
export * from './prove/circuit-inputs.ts'
export { HolderError } from './prove/holder-error.ts'
export * from './prove/open-prover.ts'
export * from './prove/proof.ts'
export * from './prove/proof-request.ts'
export * from './questions/failure-reasons.ts'
export {
  addressQuestions,
  investorQuestions,
  type KycRule,
  kycQuestions,
  personhoodQuestions,
  type Questions,
} from './questions/questions.ts'
export * from './schema.ts'
export * from './verify/open-verifier.ts'
export * from './verify/verification.ts'
