import { randomDigits } from '@touchstone/common'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { bumpAccessVersion } from '../credentials/access-store.ts'
import { issueApiKey } from '../credentials/issue-api-key.ts'
import { InputError } from '../input-error.ts'
import { insertMerchant, type Merchant } from './merchant-store.ts'
import { isPlanName, planNames } from './plan.ts'

export type CreatedMerchant = { merchant: Merchant; keyId: string; apiKey: string }

/** A merchant with its first API key. The key is told here and never again. */
export async function createMerchant(
  context: KycContext,
  input: { name: string; plan?: string; callsPerSecond?: number; demo?: boolean },
): Promise<CreatedMerchant> {
  const name = input.name.trim()
  if (name === '' || name.length > 100) throw new InputError('name', 'must have 1 to 100 characters')
  const plan = input.plan ?? 'standard'
  if (!isPlanName(plan)) throw new InputError('plan', `must be one of ${planNames.join(', ')}`)
  const { callsPerSecond } = input
  if (callsPerSecond !== undefined && (!Number.isSafeInteger(callsPerSecond) || callsPerSecond < 1)) {
    throw new InputError('calls per second', 'must be a whole number of at least 1')
  }

  return await tablesOf(context)
    .transaction()
    .execute(async (db: KycDb) => {
      const merchant = await insertMerchant(db, {
        mchNo: `M${randomDigits(context.random, 31)}`,
        name,
        plan,
        callsPerSecond: callsPerSecond ?? null,
        demo: input.demo ?? false,
        createdAt: new Date(context.clock.now()),
      })
      const { keyId, apiKey } = await issueApiKey(context, db, merchant.id)
      await bumpAccessVersion(db)
      return { merchant, keyId, apiKey }
    })
}
