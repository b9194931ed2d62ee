import {
  explainRiskScore,
  findCoin,
  getAddressOverview,
  getRiskScore,
  type KytContext,
  type KytDesk,
  openKytDesk,
} from '@touchstone/kyt'
import { type Asked, lookUpBare, nth } from '../ledger/asked.ts'
import { coinNames } from '../ledger/generate-sql.ts'
import { serveLedger } from '../ledger/serve-ledger.ts'
import { runCallers } from '../support/callers.ts'
import { timeInTurns } from '../support/turns.ts'
import { pickAddresses } from './pick-addresses.ts'
import { type RiskAnswer, type RiskQuestion, type RiskTimes, timed, type Work } from './questions.ts'
import { seen, since, watchDesk, watchQueries } from './watch.ts'

let shared: Promise<KytDesk> | undefined

serveLedger<RiskQuestion, RiskAnswer>({ work, watch: watchQueries })

async function work(context: KytContext, question: RiskQuestion): Promise<RiskAnswer> {
  shared ??= openDesk(context)
  const desk = await shared
  switch (question.do) {
    case 'pick':
      return { picks: await pickAddresses(context.clickhouse, question) }
    case 'find chains':
      return { hops: await Promise.all(question.asked.map((one) => hopsToThief(desk, one))) }
    case 'times':
      return { times: await timeQuestions(context, desk, question) }
    case 'load': {
      const { operation, asked, isFresh, ...rest } = question
      const ask = operation === 'score' ? getRiskScore : getAddressOverview
      if (!isFresh) await Promise.all(asked.map((one) => ask(desk, one)))
      const call = (turn: number) => {
        if (isFresh && turn >= asked.length) throw new Error('too few addresses for so many questions')
        return ask(desk, nth(asked, turn))
      }
      return { rate: await runCallers({ ...rest, call }) }
    }
  }
}

/** Prices are known: a service reads them once, for whoever asks first. */
async function openDesk(context: KytContext): Promise<KytDesk> {
  const desk = openKytDesk(context)
  await desk.prices(coinNames.flatMap((name) => findCoin(name)?.id ?? []))
  return watchDesk(desk)
}

async function hopsToThief(desk: KytDesk, asked: Asked): Promise<number> {
  const { pieces } = await explainRiskScore(desk, asked)
  return pieces.find(({ label }) => label.startsWith('chain '))?.hops ?? 0
}

async function timeQuestions(
  context: KytContext,
  desk: KytDesk,
  question: Extract<RiskQuestion, { do: 'times' }>,
): Promise<RiskTimes> {
  const { asked, turns, warmupTurns, memory } = question
  const desks = { overview: desk, score: desk, explain: desk }
  const works: Work[] = []
  // Each question of a turn is about another address, where there are others.
  const of = (turn: number, index: number) => nth(asked, turn * 3 + index)
  const openDesks = async () => {
    if (memory === 'shared') return
    desks.overview = await openDesk(context)
    desks.score = await openDesk(context)
    desks.explain = await openDesk(context)
  }
  const calls: Record<(typeof timed)[number], (turn: number) => Promise<unknown>> = {
    bare: (turn) => lookUpBare(context.clickhouse, of(turn, 2)),
    overview: (turn) => getAddressOverview(desks.overview, of(turn, 0)),
    'overview again': (turn) => getAddressOverview(desks.overview, of(turn, 0)),
    async score(turn) {
      const before = { ...seen }
      const startedAt = performance.now()
      await getRiskScore(desks.score, of(turn, 1))
      works.push({ ms: performance.now() - startedAt, ...since(before) })
    },
    'score again': (turn) => getRiskScore(desks.score, of(turn, 1)),
    'explain after score': (turn) => explainRiskScore(desks.score, of(turn, 1)),
    'explain again': (turn) => explainRiskScore(desks.score, of(turn, 1)),
    explain: (turn) => explainRiskScore(desks.explain, of(turn, 2)),
  }
  const contenders = [openDesks, ...timed.map((what) => calls[what])]
  const [, ...times] = await timeInTurns({ contenders, turns, warmupTurns })
  return {
    times: Object.fromEntries(timed.map((what, index) => [what, times[index]])) as RiskTimes['times'],
    score: works.slice(warmupTurns),
  }
}
