import { silentLogger } from '@touchstone/common'
import {
  addCaseFile,
  addTriageToCase,
  byServer,
  commentOnCase,
  type KycContext,
  listTriage,
  openCase,
  selectMerchantByNo,
  tablesOf,
} from '@touchstone/kyc'
import { openRuntime, readSettings } from '@touchstone/runtime'

const day = 86_400_000

/** Opens a case of the merchant with a reference, a comment and a file, and adds what is waiting to it. */
export async function openTestCase(
  { dataFolder, stores }: { dataFolder: string; stores: Record<string, string> },
  mchNo: string,
): Promise<number> {
  const settings = readSettings({ folder: dataFolder, env: { ...stores, LEDGER_URL: 'off' } })
  const runtime = await openRuntime({ settings, logger: silentLogger })
  try {
    const { kyc, clock } = runtime
    const acting = { mchNo, member: 'U000000000000001', by: byServer }
    await insertWaiting(kyc, mchNo)
    const number = await openCase(kyc, acting, {
      ...{ title: 'Deposit behind the Halcyon theft', priority: 'high' },
      dueAt: new Date(clock.now() - day).toISOString(),
      items: [
        { kind: 'address', ref: `ETH:0x${'ab'.repeat(20)}`, label: `0x${'ab'.repeat(20)}` },
        { kind: 'customer', ref: 'C-17', label: 'C-17' },
      ],
    })
    const of = { ...acting, number }
    await commentOnCase(kyc, { ...of, text: 'The customer was asked for the source of funds.', item: 2 })
    await addCaseFile(kyc, { ...of, name: 'answer.txt', content: Buffer.from('No answer so far.') })
    const view = { ...acting, seesReviews: true }
    const ids = (await listTriage(kyc, view, {})).entries.map(({ id }) => id)
    await addTriageToCase(kyc, view, { ids: ids.slice(0, 1), number })
    return number
  } finally {
    await runtime.close()
  }
}

/** Inserts an overdue alert and a held transfer, which would take a watch and a ledger to arise. */
async function insertWaiting(kyc: KycContext, mchNo: string): Promise<void> {
  const db = tablesOf(kyc)
  const merchant = await selectMerchantByNo(db, mchNo)
  const address = `0x${'cd'.repeat(20)}`
  const facts = {
    alert: { coin: 'ETH', address, from: 'Low', to: 'Severe', score: 97 },
    transfer: {
      coin: 'BTC',
      address: 'bc1qexample',
      direction: 'deposit',
      amount: '0.5',
      level: 'High',
      score: 71,
    },
  }
  for (const [kind, days] of [['alert', 6] as const, ['transfer', 0] as const]) {
    const at = kyc.clock.now() - days * day
    await db
      .insertInto('triage_item')
      .values({
        ...{ merchant_id: merchant?.id ?? 0, kind, ref: '987654', facts: JSON.stringify(facts[kind]) },
        ...{ opened_at: new Date(at), due_at: new Date(at + day), assigned_to: null },
        ...{ case_id: null, done_at: null, done_by: null },
      })
      .execute()
  }
}
