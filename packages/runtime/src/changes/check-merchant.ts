import { InputError, selectMerchantByNo, tablesOf } from '@touchstone/kyc'
import type { Runtime } from '../open-runtime.ts'

/** Fails if the merchant does not exist. */
export async function checkMerchant(runtime: Pick<Runtime, 'kyc'>, mchNo: string): Promise<void> {
  const merchant = await selectMerchantByNo(tablesOf(runtime.kyc), mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
}
