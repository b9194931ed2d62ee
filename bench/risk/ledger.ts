import { createVault } from '@touchstone/common'
import { eventMigrations, type KycDb, recordEvent } from '@touchstone/kyc'
import {
  explainRiskScore,
  getAddressOverview,
  getRiskScore,
  type KytContext,
  type KytEvents,
  type KytReader,
  registerTransfer,
} from '@touchstone/kyt'
import { type Asked, lookUpBare, neverAsked, nth, openFreshReader } from '../ledger/asked.ts'
import { serveLedger } from '../ledger/serve-ledger.ts'
import { runCallers } from '../support/callers.ts'
import { timeInTurns } from '../support/turns.ts'
import { pickAddresses } from './pick-addresses.ts'
import { type RiskAnswer, type RiskQuestion, type RiskTimes, timed, type Work } from './questions.ts'
import { instrumentReader, seen, since, watchLedger } from './watch.ts'

serveLedger<RiskQuestion, RiskAnswer>({ work, watch: watchLedger, migrations: eventMigrations })

async function work(context: KytContext, question: RiskQuestion): Promise<RiskAnswer> {
  switch (question.do) {
    case 'pick':
      return { picks: await pickAddresses(context.database, question) }
    case 'find chains': {
      const reader = await openReader(context)
      return { hops: await Promise.all(question.asked.map((one) => hopsToThief(reader, one))) }
    }
    case 'times':
      return { times: await timeQuestions(context, question) }
    case 'load': {
      const { operation, asked, memory, ...rest } = question
      const ask =
        operation === 'register' ? register : operation === 'score' ? getRiskScore : getAddressOverview
      if (memory === 'none') {
        return {
          rate: await runCallers({ ...rest, call: neverAsked(() => openReader(context), asked, ask) }),
        }
      }
      const reader = await openReader(context)
      await Promise.all(asked.map((one) => ask(reader, one)))
      return { rate: await runCallers({ ...rest, call: (turn) => ask(reader, nth(asked, turn)) }) }
    }
  }
}

const openReader = async (context: KytContext): Promise<KytReader> =>
  instrumentReader(await openFreshReader(context))

const vault = createVault('the benchmark stores nothing that is secret')
let registered = 0

/** Records events as the service does for a merchant without a webhook endpoint. */
const events: KytEvents = {
  async record(db, { merchant: mchNo, ...event }) {
    await recordEvent(db as unknown as KycDb, { mchNo }, event)
  },
  redirect: async () => {},
  canSign: async () => false,
}

/** Registers a deposit from an address, for one of a thousand customers. */
async function register(reader: KytReader, asked: Asked): Promise<unknown> {
  registered += 1
  return await registerTransfer({ ...reader.context, vault, events }, reader, {
    ...asked,
    ...{
      merchant: 'M'.padEnd(32, '0'),
      reference: `${process.pid}-${registered}`,
      customer: `customer-${registered % 1000}`,
    },
    ...{ direction: 'deposit', amount: '1' },
  })
}

async function hopsToThief(reader: KytReader, asked: Asked): Promise<number> {
  const { pieces } = await explainRiskScore(reader, asked)
  return pieces.find(({ label }) => label.startsWith('chain '))?.hops ?? 0
}

async function timeQuestions(
  context: KytContext,
  question: Extract<RiskQuestion, { do: 'times' }>,
): Promise<RiskTimes> {
  const { asked, turns, warmupTurns, memory } = question
  const reader = await openReader(context)
  const readers = { overview: reader, score: reader, explain: reader, register: reader }
  const works: Work[] = []
  // If there are several addresses, each query in a turn uses a different one.
  const of = (turn: number, index: number) => nth(asked, turn * 4 + index)
  const openReaders = async () => {
    if (memory === 'shared') return
    readers.overview = await openReader(context)
    readers.score = await openReader(context)
    readers.explain = await openReader(context)
    readers.register = await openReader(context)
  }
  const calls: Record<(typeof timed)[number], (turn: number) => Promise<unknown>> = {
    bare: (turn) => lookUpBare(context.ledger, of(turn, 2)),
    overview: (turn) => getAddressOverview(readers.overview, of(turn, 0)),
    'overview again': (turn) => getAddressOverview(readers.overview, of(turn, 0)),
    async score(turn) {
      const before = { ...seen }
      const startedAt = performance.now()
      await getRiskScore(readers.score, of(turn, 1))
      works.push({ ms: performance.now() - startedAt, ...since(before) })
    },
    'score again': (turn) => getRiskScore(readers.score, of(turn, 1)),
    'explain after score': (turn) => explainRiskScore(readers.score, of(turn, 1)),
    'explain again': (turn) => explainRiskScore(readers.score, of(turn, 1)),
    explain: (turn) => explainRiskScore(readers.explain, of(turn, 2)),
    register: (turn) => register(readers.register, of(turn, 3)),
  }
  const contenders = [openReaders, ...timed.map((what) => calls[what])]
  const [, ...times] = await timeInTurns({ contenders, turns, warmupTurns })
  return {
    times: Object.fromEntries(timed.map((what, index) => [what, times[index]])) as RiskTimes['times'],
    score: works.slice(warmupTurns),
  }
}
