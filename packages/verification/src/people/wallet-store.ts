import type { VerificationDb } from '../context.ts'

/** The EVM wallet under which a merchant knows a person; the latest, where there are several. */
export async function selectWalletOf(
  db: VerificationDb,
  personId: number,
  merchantId: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('account')
    .select('sealed')
    .where('person_id', '=', personId)
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'wallet')
    .where('chain_id', '~', '^[0-9]+$')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.sealed
}
