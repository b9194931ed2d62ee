import {
  getAddressActions,
  getAddressCounterparty,
  getAddressLabels,
  getAddressOverview,
  getAddressProfile,
  getRiskScore,
  investigateTransactions,
  type KytContext,
  type KytDesk,
  openKytDesk,
} from '@touchstone/kyt'
import { type Asked, lookUpBare, nth } from '../ledger/asked.ts'
import { type FillAnswer, type FillQuestion, serveLedger } from '../ledger/serve-ledger.ts'
import { runCallers } from '../support/callers.ts'
import type { Rate } from '../support/numbers.ts'
import { type Times, timeInTurns } from '../support/turns.ts'
import { pickAddresses } from './pick-addresses.ts'
import {
  type Checked,
  type LoadQuestion,
  type Operation,
  operations,
  type Picks,
  type TimesQuestion,
} from './questions.ts'

type OwnQuestion =
  | { do: 'pick'; ordinary: number; cold: number; fresh: number; hot: number }
  | { do: 'check'; asked: readonly Asked[] }
  | ({ do: 'times' } & TimesQuestion)
  | ({ do: 'load' } & LoadQuestion)

type OwnAnswer = {
  picks?: Picks
  checked?: Checked[]
  times?: Record<Operation | 'bare', Times>
  rate?: Rate
}

export type LedgerQuestion = FillQuestion | OwnQuestion
export type LedgerAnswer = FillAnswer & OwnAnswer

let opened: KytDesk | undefined

serveLedger<OwnQuestion, OwnAnswer>({ work })

async function work(context: KytContext, question: OwnQuestion): Promise<OwnAnswer> {
  opened ??= openKytDesk(context)
  const desk = opened
  switch (question.do) {
    case 'pick':
      return { picks: await pickAddresses(context.clickhouse, question) }
    case 'check':
      return { checked: await Promise.all(question.asked.map((one) => check(desk, one))) }
    case 'times':
      return { times: await timeOperations(context, desk, question) }
    case 'load': {
      const { operation, asked, ...rest } = question
      const call = (turn: number) => ask(desk, operation, nth(asked, turn))
      return { rate: await runCallers({ ...rest, call }) }
    }
  }
}

function ask(desk: KytDesk, operation: Operation, asked: Asked): Promise<unknown> {
  const { coin, address } = asked
  switch (operation) {
    case 'labels':
      return getAddressLabels(desk, { coin, address })
    case 'overview':
      return getAddressOverview(desk, { coin, address })
    case 'counterparty':
      return getAddressCounterparty(desk, { coin, address })
    case 'actions':
      return getAddressActions(desk, { coin, address })
    case 'score':
      return getRiskScore(desk, { coin, address })
    case 'profile':
      return getAddressProfile(desk, { coin, address })
    case 'investigation':
      return investigateTransactions(desk, { coin, address })
  }
}

async function check(desk: KytDesk, asked: Asked): Promise<Checked> {
  const overview = await getAddressOverview(desk, asked)
  const counterparties = await getAddressCounterparty(desk, asked)
  return {
    txs: overview.txs_count,
    received: overview.received_txs_count,
    spent: overview.spent_txs_count,
    names: counterparties
      .map((one) => one.name)
      .sort()
      .join(),
  }
}

/** Each operation, and beside them a bare point look-up of an account's totals through the same client. */
async function timeOperations(
  { clickhouse }: KytContext,
  desk: KytDesk,
  { asked, turns, warmupTurns }: TimesQuestion,
): Promise<Record<Operation | 'bare', Times>> {
  const calls = [
    (one: Asked) => lookUpBare(clickhouse, one),
    ...operations.map((operation) => (one: Asked) => ask(desk, operation, one)),
  ]
  // Each call of a turn is about another address: what one of them warmed is of no use to the next.
  const contenders = calls.map(
    (call, index) => (turn: number) => call(nth(asked, turn * calls.length + index)),
  )
  const [bare, ...ofOperations] = await timeInTurns({ contenders, turns, warmupTurns })
  const named = [['bare', bare], ...operations.map((operation, index) => [operation, ofOperations[index]])]
  return Object.fromEntries(named)
}
