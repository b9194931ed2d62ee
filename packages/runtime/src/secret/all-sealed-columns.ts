import type { SealedColumn } from '@touchstone/common'
import { credentialSealedColumns } from '@touchstone/credential'
import { kycSealedColumns } from '@touchstone/kyc'
import { kytSealedColumns } from '@touchstone/kyt'
import { verificationSealedColumns } from '@touchstone/verification'

/** Every column that is sealed with the master secret. Faceprints have separate keys. */
export const allSealedColumns: readonly SealedColumn[] = [
  ...kycSealedColumns,
  ...kytSealedColumns,
  ...credentialSealedColumns,
  ...verificationSealedColumns,
]
