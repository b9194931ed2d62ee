import type { NotFetched, RiskAnswer } from '@touchstone/contract'
import type { LabelSourceRow } from '../imports/label-source-store.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { counterpartiesOf } from '../operations/get-counterparty.ts'
import { overviewOf } from '../operations/get-overview.ts'
import { explainFrom } from '../operations/get-risk-score.ts'
import { labelsOf } from '../operations/labels.ts'
import { transactionOf } from '../operations/show-transaction.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import type { RiskTarget } from '../risk/assess.ts'

/** Number of counterparties that an answer lists, largest first. */
export const mostCounterparties = 20

/** Calculates an answer from what a reader returns. The same data always gives the same answer. */
export async function answerFrom(
  view: KytReader,
  of: {
    readonly target: RiskTarget
    readonly policy: RiskPolicy
    readonly because: NotFetched | undefined
    readonly labelSources: readonly Pick<LabelSourceRow, 'name' | 'version' | 'importedAt'>[]
  },
): Promise<RiskAnswer> {
  const { target, labelSources } = of
  const { account } = target
  const explanation = await explainFrom(view, of)
  const transaction = await transactionOf(view, target)
  if (account === undefined)
    return { explanation, labels: [], overview: null, counterparties: [], transaction }
  return {
    ...{ explanation, transaction },
    labels: await labelsOf(view, account, labelSources),
    overview: await overviewOf(view, account),
    counterparties: (await counterpartiesOf(view, account)).slice(0, mostCounterparties),
  }
}
