import { type ChangedBy, recordChange } from '@touchstone/kyc'
import { setRecordsApi } from '@touchstone/kyt'
import type { Runtime } from '../open-runtime.ts'
import { checkMerchant } from './check-merchant.ts'

/** Sets whether the questions that a merchant asks through the API are recorded. */
export async function changeQuestionRule(
  runtime: Pick<Runtime, 'kyc' | 'kyt'>,
  { mchNo, recordsApi }: { mchNo: string; recordsApi: boolean },
  by: ChangedBy,
): Promise<void> {
  await checkMerchant(runtime, mchNo)
  await setRecordsApi(runtime.kyt, { merchant: mchNo, recordsApi })
  const detail = { recordsApi }
  await recordChange(runtime.kyc, { mchNo, action: 'questions.changed', target: mchNo, detail }, by)
}
