export type * from './chain-signer.ts'
export { createKeySigner } from './create-key-signer.ts'
export { createRemoteSigner } from './create-remote-signer.ts'
export * from './keystore-file.ts'
