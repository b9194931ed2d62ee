import {
  explainRiskScore,
  getAddressOverview,
  getRiskScore,
  type KytContext,
  type KytDesk,
} from '@touchstone/kyt'
import { type Asked, lookUpBare, neverAsked, nth, openFreshDesk } from '../ledger/asked.ts'
import { serveLedger } from '../ledger/serve-ledger.ts'
import { runCallers } from '../support/callers.ts'
import { timeInTurns } from '../support/turns.ts'
import { pickAddresses } from './pick-addresses.ts'
import { type RiskAnswer, type RiskQuestion, type RiskTimes, timed, type Work } from './questions.ts'
import { seen, since, watchDesk, watchLedger } from './watch.ts'

serveLedger<RiskQuestion, RiskAnswer>({ work, watch: watchLedger })

async function work(context: KytContext, question: RiskQuestion): Promise<RiskAnswer> {
  switch (question.do) {
    case 'pick':
      return { picks: await pickAddresses(context.database, question) }
    case 'find chains': {
      const desk = await openDesk(context)
      return { hops: await Promise.all(question.asked.map((one) => hopsToThief(desk, one))) }
    }
    case 'times':
      return { times: await timeQuestions(context, question) }
    case 'load': {
      const { operation, asked, memory, ...rest } = question
      const ask = operation === 'score' ? getRiskScore : getAddressOverview
      if (memory === 'none') {
        return { rate: await runCallers({ ...rest, call: neverAsked(() => openDesk(context), asked, ask) }) }
      }
      const desk = await openDesk(context)
      await Promise.all(asked.map((one) => ask(desk, one)))
      return { rate: await runCallers({ ...rest, call: (turn) => ask(desk, nth(asked, turn)) }) }
    }
  }
}

const openDesk = async (context: KytContext): Promise<KytDesk> => watchDesk(await openFreshDesk(context))

async function hopsToThief(desk: KytDesk, asked: Asked): Promise<number> {
  const { pieces } = await explainRiskScore(desk, asked)
  return pieces.find(({ label }) => label.startsWith('chain '))?.hops ?? 0
}

async function timeQuestions(
  context: KytContext,
  question: Extract<RiskQuestion, { do: 'times' }>,
): Promise<RiskTimes> {
  const { asked, turns, warmupTurns, memory } = question
  const desk = await openDesk(context)
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
    bare: (turn) => lookUpBare(context.ledger, of(turn, 2)),
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
