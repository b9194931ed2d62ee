import { OperatorError } from '@touchstone/common'
import {
  type CustomerTransfer,
  type CustomerTransferDecision,
  type CustomerTransferHistory,
  type CustomerTransferList,
  describeRule,
  ServiceError,
  type TransferRule,
} from '@touchstone/contract'
import { byCommandLine, InputError, recordChange } from '@touchstone/kyc'
import {
  type Backtest,
  backtestRules,
  decideAsMember,
  getTransfer,
  listTransfers,
  policyOfMerchant,
  problemsOfRules,
  rulesOf,
} from '@touchstone/kyt'
import { changeTransferRule, showTransferRule } from '../../changes/change-transfer-rule.ts'
import { checkMerchant } from '../../changes/check-merchant.ts'
import type { Command } from '../command.ts'

export const transferList: Command<
  { mchNo: string; decision?: CustomerTransferDecision; cursor?: string },
  CustomerTransferList
> = async (runtime, { mchNo, ...input }) => {
  await checkMerchant(runtime, mchNo)
  return await listTransfers(runtime.kyt, { ...input, merchant: mchNo, order: 'oldest' })
}

export const transferShow: Command<{ mchNo: string; reference: string }, CustomerTransferHistory> = async (
  runtime,
  { mchNo, reference },
) => {
  await checkMerchant(runtime, mchNo)
  return await known(getTransfer(runtime.kyt, { merchant: mchNo, reference }))
}

export const transferDecide: Command<
  { mchNo: string; reference: string; decision: CustomerTransferDecision; note: string },
  CustomerTransfer
> = async (runtime, { mchNo, reference, decision, note }) => {
  await checkMerchant(runtime, mchNo)
  if (note.trim() === '') throw new InputError('note', 'must state the reason')
  const decided = await known(
    decideAsMember(runtime.kyt, {
      ...{ merchant: mchNo, reference, decision, note },
      member: byCommandLine.actor,
    }),
  )
  // The audit log is permanent, so it does not contain the reference, which the merchant chooses freely.
  const detail = { decision }
  await recordChange(runtime.kyc, { mchNo, action: 'transfer.decided', target: mchNo, detail }, byCommandLine)
  return decided
}

/** Returns whether two members must agree on decisions, after applying a new value. */
export const transferRule: Command<
  { mchNo: string; byTwo?: boolean },
  { mchNo: string; byTwo: boolean }
> = async (runtime, { mchNo, byTwo }) => {
  if (byTwo !== undefined) await changeTransferRule(runtime, { mchNo, byTwo }, byCommandLine)
  return { mchNo, ...(await showTransferRule(runtime, { mchNo })) }
}

async function known<Result>(found: Promise<Result>): Promise<Result> {
  try {
    return await found
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'unknownTransfer')
      throw new InputError('reference', 'matches no registered transfer of the merchant')
    if (error instanceof ServiceError && error.kind === 'twoMembers') throw byMembersAlone()
    throw error
  }
}

function byMembersAlone(): OperatorError {
  return new OperatorError({
    code: 'transfer.two-people',
    message:
      'Two signed-in members must agree on this decision. The command line does not count as a member.',
    remedy: 'Decide in the dashboard, under Transfers.',
  })
}

export type RuleView = Omit<TransferRule, 'when'> & { text: string; applied: number; decided: number }

/** Lists a merchant's rules with their effect on the newest transfers. */
export const ruleList: Command<{ mchNo: string; last: number }, RuleView[]> = async (
  runtime,
  { mchNo, last },
) => {
  await checkMerchant(runtime, mchNo)
  const rules = rulesOf(await policyOfMerchant(runtime.kyt, mchNo))
  const found = await backtestRules(runtime.kyt, { merchant: mchNo, rules, limit: last })
  return rules.map(({ when: _, ...rule }, index) => ({
    ...rule,
    text: describeRule(rules[index] as TransferRule),
    applied: found.rules[index]?.applied ?? 0,
    decided: found.rules[index]?.decided ?? 0,
  }))
}

/** Applies rules to a merchant's newest transfers, without changing anything. */
export const ruleTest: Command<{ mchNo: string; rules: unknown; last: number }, Backtest> = async (
  runtime,
  { mchNo, rules, last },
) => {
  await checkMerchant(runtime, mchNo)
  const problems = problemsOfRules(rules)
  if (problems.length > 0) throw new InputError('rules', `are invalid: ${problems.join('; ')}`)
  return await backtestRules(runtime.kyt, {
    ...{ merchant: mchNo, limit: last },
    rules: rules as TransferRule[],
  })
}
