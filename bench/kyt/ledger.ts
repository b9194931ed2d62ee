import {
  getAddressActions,
  getAddressCounterparty,
  getAddressLabels,
  getAddressOverview,
  getAddressProfile,
  getRiskScore,
  investigateTransactions,
  type KytContext,
  type KytReader,
} from '@touchstone/kyt'
import { type Asked, lookUpBare, neverAsked, nth, openFreshReader } from '../ledger/asked.ts'
import { serveLedger } from '../ledger/serve-ledger.ts'
import { type CallersRate, runCallers } from '../support/callers.ts'
import { type Times, timeInTurns } from '../support/turns.ts'
import { pickAddresses } from './pick-addresses.ts'
import {
  type Checked,
  type LoadQuestion,
  type Memory,
  type Operation,
  operations,
  type Picks,
  type TimesQuestion,
} from './questions.ts'

export type LedgerQuestion =
  | { do: 'pick'; ordinary: number; hot: number }
  | { do: 'check'; asked: readonly Asked[] }
  | ({ do: 'times'; memory: Memory } & TimesQuestion)
  | ({ do: 'load' } & LoadQuestion)

export type LedgerAnswer = {
  picks?: Picks
  checked?: Checked[]
  times?: Record<Operation | 'bare', Times>
  rate?: CallersRate
}

serveLedger<LedgerQuestion, LedgerAnswer>({ work })

async function work(context: KytContext, question: LedgerQuestion): Promise<LedgerAnswer> {
  switch (question.do) {
    case 'pick':
      return { picks: await pickAddresses(context.database, question) }
    case 'check': {
      const reader = await openFreshReader(context)
      return { checked: await Promise.all(question.asked.map((one) => check(reader, one))) }
    }
    case 'times':
      return { times: await timeOperations(context, question) }
    case 'load': {
      const { operation, asked, ...rest } = question
      const call = neverAsked(
        () => openFreshReader(context),
        asked,
        (reader, one) => ask(reader, operation, one),
      )
      return { rate: await runCallers({ ...rest, call }) }
    }
  }
}

function ask(reader: KytReader, operation: Operation, asked: Asked): Promise<unknown> {
  const { coin, address } = asked
  switch (operation) {
    case 'labels':
      return getAddressLabels(reader, { coin, address })
    case 'overview':
      return getAddressOverview(reader, { coin, address })
    case 'counterparty':
      return getAddressCounterparty(reader, { coin, address })
    case 'actions':
      return getAddressActions(reader, { coin, address })
    case 'score':
      return getRiskScore(reader, { coin, address })
    case 'profile':
      return getAddressProfile(reader, { coin, address })
    case 'investigation':
      return investigateTransactions(reader, { coin, address })
  }
}

async function check(reader: KytReader, asked: Asked): Promise<Checked> {
  const overview = await getAddressOverview(reader, asked)
  const counterparties = await getAddressCounterparty(reader, asked)
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

/**
 * Times each operation, as well as a plain lookup of an address's totals through the same client. Without
 * caching, each operation in each turn uses a new reader, which is opened before the timer starts.
 */
async function timeOperations(
  context: KytContext,
  { asked, turns, warmupTurns, memory }: Extract<LedgerQuestion, { do: 'times' }>,
): Promise<Record<Operation | 'bare', Times>> {
  const openReaders = () => Promise.all(operations.map(() => openFreshReader(context)))
  const shared = await openFreshReader(context)
  let readers = operations.map(() => shared)
  const prepare = async () => {
    if (memory === 'none') readers = await openReaders()
  }
  const calls = [
    (one: Asked) => lookUpBare(context.ledger, one),
    ...operations.map((operation, index) => (one: Asked) => ask(nth(readers, index), operation, one)),
  ]
  // Each call in a turn queries a different address, so that no call benefits from data that another call has
  // cached.
  const contenders = calls.map(
    (call, index) => (turn: number) => call(nth(asked, turn * calls.length + index)),
  )
  if (memory === 'shared') {
    // Queries every address once before the measurement.
    for (const one of asked) for (const operation of operations) await ask(shared, operation, one)
  }
  const [, bare, ...ofOperations] = await timeInTurns({
    contenders: [prepare, ...contenders],
    turns,
    warmupTurns,
  })
  const named = [['bare', bare], ...operations.map((operation, index) => [operation, ofOperations[index]])]
  return Object.fromEntries(named)
}
