import { findChain, type KycResult, type KycStatus, ServiceError } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { accountFingerprint } from '../journeys/account.ts'
import type { Program } from '../programs/program-store.ts'
import { selectResult } from './result-store.ts'
import { statusOf } from './status-of.ts'
import { millisecondText } from './times.ts'
import { testMark, verdictOf } from './verdict.ts'

export async function getKycResult(
  context: KycContext,
  input: { program: Program; account: string; chainId: string },
): Promise<KycResult> {
  const { program, account, chainId } = input
  if (!findChain(chainId)) throw new ServiceError('chainNotSupported')
  const row = await selectResult(tablesOf(context), {
    programId: program.id,
    fingerprint: accountFingerprint(context.vault, account),
    chainId,
  })
  return {
    svc_id: row?.svcId ?? '',
    kycStatus: (row ? statusOf(program, row) : 'Not Started') as KycStatus,
    kycCompleteTimeUnix: millisecondText(row?.sbtMintedAt ?? null),
    ssiAddress: row?.ssiWallet ?? '',
    verifierValues: {
      sanction: verdictOf(program, row, 'sanction'),
      age: verdictOf(program, row, 'age'),
      citizenship: verdictOf(program, row, 'citizenship'),
      location: verdictOf(program, row, 'location'),
      unique: verdictOf(program, row, 'unique'),
    },
    ...testMark(program),
  }
}
