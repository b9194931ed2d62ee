import type { credentialKinds } from './credential-kinds.ts'

export type CredentialKind = keyof typeof credentialKinds
