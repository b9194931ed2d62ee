import type { AddressProofResult, AddressProofStatus } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { accountFingerprint } from '../journeys/account.ts'
import type { Program } from '../programs/program-store.ts'
import { countTokenChains, selectResult } from './result-store.ts'
import { completedAtOf, statusOf } from './status-of.ts'
import { millisecondText } from './times.ts'
import { testMark, verdictOf } from './verdict.ts'

/** Returns one record per program, or one per chain if the person's credential is on several chains. */
export async function getAddressProof(
  context: KycContext,
  input: { program: Program; account: string },
): Promise<AddressProofResult[]> {
  const { program, account } = input
  const db = tablesOf(context)
  const row = await selectResult(db, {
    programId: program.id,
    fingerprint: accountFingerprint(context.vault, account),
    chainId: null,
  })
  const record: AddressProofResult = {
    completedTimeUnix: millisecondText(row ? completedAtOf(row) : null),
    ssiAddress: row?.ssiWallet ?? '',
    status: (row ? statusOf(program, row) : 'Not Started') as AddressProofStatus,
    verifierValues: { countryRegion: verdictOf(program, row, 'countryRegion') },
    svcId: row?.svcId ?? '',
    ...testMark(program),
  }
  const records = Math.max(1, row ? await countTokenChains(db, row.journeyId) : 0)
  return Array.from({ length: records }, () => record)
}
