import { type KycContext, tablesOf } from '../context.ts'
import { bumpAccessVersion } from './access-store.ts'
import { issueApiKey } from './issue-api-key.ts'

/** One more live key for a merchant, beside those it has. */
export async function addApiKey(
  context: KycContext,
  input: { merchantId: number },
): Promise<{ keyId: string; apiKey: string }> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const key = await issueApiKey(context, db, input.merchantId)
      await bumpAccessVersion(db)
      return key
    })
}
