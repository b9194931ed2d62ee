import type { SealedColumn } from '@touchstone/common'
import { credentialSealedColumns } from '@touchstone/credential'
import { auditEntryMac, auditHeadMac, kycSealedColumns, signedTables } from '@touchstone/kyc'
import { kytSealedColumns, reportKeyMac } from '@touchstone/kyt'
import { verificationSealedColumns } from '@touchstone/verification'

/**
 * All columns that are encrypted with the master secret. Faceprints are not included, because they have their
 * own keys.
 */
export const allSealedColumns: readonly SealedColumn[] = [
  ...kycSealedColumns,
  ...kytSealedColumns,
  ...credentialSealedColumns,
  ...verificationSealedColumns,
]

/** All columns that contain row MACs. The rotation of the master secret recalculates these MACs. */
export const allMacColumns: readonly SealedColumn[] = [
  ...signedTables.map(({ mac }) => mac),
  auditEntryMac,
  auditHeadMac,
  reportKeyMac,
]
