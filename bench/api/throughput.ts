import type { LoadAnswer, LoadQuestion } from '../support/load.ts'
import { medianRate, type Rate } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { startRole } from '../support/start-role.ts'
import type { BareAnswer, BareQuestion } from './bare-server.ts'
import { type Calls, kycResultCalls, statisticsCalls, tokenCalls, usersListCalls } from './calls.ts'
import type { World } from './seed-world.ts'
import type { StoreAnswer, StoreQuestion } from './store-alone.ts'
import { startTouchstone } from './touchstone-server.ts'
import { type Bench, type StoreName, stores } from './worlds.ts'

type Served = { port: number; cpuMs(): Promise<number> }
type Contender = {
  name: string
  where: 'bare' | StoreName | `${StoreName} alone`
  run(seconds: number): Promise<Rate>
}

/**
 * Compares operations on both stores with plain Fastify, and the KYC result operation with its database query
 * alone.
 */
export async function measureThroughput(bench: Bench): Promise<PartReport> {
  const { cleanup, progress, sizes } = bench
  const load = startRole<LoadQuestion, LoadAnswer>(cleanup, new URL('../support/load.js', import.meta.url))
  const { connections, warmupSeconds } = sizes
  let busiestLoad = 0
  const drive = async (server: Served, calls: Calls, seconds: number): Promise<Rate> => {
    const { port } = server
    const { requests, answerStart } = calls
    const question = { port, requests, answerStart, connections, warmupSeconds, seconds }
    const before = await server.cpuMs()
    const { cpu: loadCpu, answered, ...rate } = await load.ask(question)
    busiestLoad = Math.max(busiestLoad, loadCpu)
    return { ...rate, cpu: ((await server.cpuMs()) - before) / answered }
  }

  const contenders: Contender[] = []
  let answers: Record<string, object> = {}
  for (const store of stores) {
    const world = await bench.worlds.small(store)
    const alone = await startAlone(bench, store, world)
    progress(`starting the server on ${store}`)
    const server = await startTouchstone(cleanup, world)
    answers = await collectAnswers(server.port, callsOf(world))
    for (const calls of callsOf(world)) {
      contenders.push({ name: calls.name, where: store, run: (seconds) => drive(server, calls, seconds) })
    }
    contenders.push({ name: 'KYC result', where: `${store} alone`, run: alone })
  }
  const bare = await startBare(bench, answers)
  for (const calls of callsOf(await bench.worlds.small('PostgreSQL'))) {
    contenders.push({ name: calls.name, where: 'bare', run: (seconds) => drive(bare, calls, seconds) })
  }

  const rates = await runInTurns(bench, contenders)
  return report(rates, { connections, busiestLoad, answers })
}

function callsOf(world: World): Calls[] {
  return [statisticsCalls(world), tokenCalls(world), usersListCalls(world), kycResultCalls(world)]
}

async function startBare(bench: Bench, answers: Record<string, object>): Promise<Served> {
  const role = startRole<BareQuestion, BareAnswer>(
    bench.cleanup,
    new URL('./bare-server.js', import.meta.url),
  )
  const { port } = await role.ask({ answers })
  return { port, cpuMs: async () => (await role.ask('CPU time')).cpuMs }
}

/**
 * Runs every contender once per round, so that a temporary slowdown of the machine affects all of them. A
 * short first round warms up the store and the JavaScript compiler and is not counted.
 */
async function runInTurns(bench: Bench, contenders: readonly Contender[]): Promise<Map<string, Rate>> {
  const { rounds, seconds } = bench.sizes
  const seen = contenders.map((): Rate[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { name, where, run }] of contenders.entries()) {
      bench.progress(`round ${round} of ${rounds}: ${name}, ${where}`, index, contenders.length)
      const rate = await run(round === 0 ? 1 : seconds)
      if (round > 0) seen[index]?.push(rate)
    }
  }
  return new Map(
    contenders.map(({ name, where }, index) => [`${name}, ${where}`, medianRate(seen[index] ?? [])]),
  )
}

/**
 * Runs the KYC result query in a separate process. The embedded store has one connection, so its queries are
 * sequential.
 */
async function startAlone(bench: Bench, store: StoreName, world: World): Promise<Contender['run']> {
  const { connections, warmupSeconds } = bench.sizes
  const role = startRole<StoreQuestion, StoreAnswer>(
    bench.cleanup,
    new URL('./store-alone.js', import.meta.url),
  )
  const own = await bench.worlds.copyOf(world)
  const concurrency = store === 'embedded' ? 1 : connections
  return async (seconds) => {
    const question = { world: own, measure: 'KYC result', concurrency, warmupSeconds, seconds } as const
    const { rate } = await role.ask(question)
    if (!rate) throw new Error('the store returned no rate')
    return rate
  }
}

/**
 * Requests one response per operation to use as the baseline's constant response, and verifies that the rate
 * limit applies.
 */
async function collectAnswers(port: number, all: readonly Calls[]): Promise<Record<string, object>> {
  const answers: Record<string, object> = {}
  for (const { operation, requests } of all) {
    const [head = '', body = ''] = requests[0]?.split('\r\n\r\n') ?? []
    const [method = '', path = ''] = head.split(' ')
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== '' && { body, headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.headers.has('ratelimit')) throw new Error(`${operation.id} is not rate limited`)
    answers[operation.id] = (await answer.json()) as object
  }
  return answers
}

function report(
  rates: Map<string, Rate>,
  facts: { connections: number; busiestLoad: number; answers: Record<string, object> },
): PartReport {
  const rateOf = (key: string): Rate => rates.get(key) ?? { perSecond: Number.NaN, p50: 0, p99: 0, cpu: 0 }
  const share = (key: string, of: string) => rateOf(key).perSecond / rateOf(of).perSecond
  const rows: string[][] = []
  for (const [key, rate] of rates) {
    const [name = '', where = ''] = key.split(', ')
    const ofBare =
      where.endsWith('alone') || where === 'bare' ? '' : shown.percent(share(key, `${name}, bare`))
    rows.push([
      name,
      where,
      shown.count(rate.perSecond),
      shown.ms(rate.p50),
      shown.ms(rate.p99),
      shown.count(rate.cpu * 1000),
      ofBare,
    ])
  }
  rows.sort((a, b) => names.indexOf(a[0] ?? '') - names.indexOf(b[0] ?? '') || order(a) - order(b))

  const shareTarget = (what: string, key: string, of: string, atLeast: number) =>
    target(what, share(key, of), { atLeast }, shown.percent)
  return {
    tables: [
      {
        title: `Calls per second, ${facts.connections} connections (the load generator used at most ${shown.percent(facts.busiestLoad)} of a core)`,
        head: ['operation', 'on', 'calls/s', 'p50 ms', 'p99 ms', 'CPU µs', 'of bare'],
        rows,
      },
    ],
    targets: [
      shareTarget(
        'statistics (cached) relative to plain Fastify, embedded',
        'statistics, embedded',
        'statistics, bare',
        0.6,
      ),
      shareTarget(
        'statistics (cached) relative to plain Fastify, PostgreSQL',
        'statistics, PostgreSQL',
        'statistics, bare',
        0.6,
      ),
      shareTarget(
        'KYC result relative to its query only, embedded',
        'KYC result, embedded',
        'KYC result, embedded alone',
        0.5,
      ),
      shareTarget(
        'KYC result relative to its query only, PostgreSQL',
        'KYC result, PostgreSQL',
        'KYC result, PostgreSQL alone',
        0.7,
      ),
    ],
    warnings: disturbances(rateOf),
    data: { ...facts, answers: undefined, bytes: sizesOf(facts.answers), rates: Object.fromEntries(rates) },
  }
}

/**
 * Plain Fastify waits only for the load generator. If plain Fastify used less than a full core, other programs
 * occupied the rest of the core.
 */
function disturbances(rateOf: (key: string) => Rate): string[] {
  const shares = names.map((name) => {
    const { perSecond, cpu } = rateOf(`${name}, bare`)
    return (perSecond * cpu) / 1000
  })
  const least = Math.min(...shares)
  if (least > 0.85) return []
  return [
    `Plain Fastify used only ${shown.percent(least)} of a core: the machine was busy. Run the benchmark again.`,
  ]
}

const names = ['statistics', 'token exchange', 'users list', 'KYC result']
const order = (row: readonly string[]) =>
  ['bare', 'embedded', 'PostgreSQL', 'embedded alone', 'PostgreSQL alone'].indexOf(row[1] ?? '')

function sizesOf(answers: Record<string, object>): Record<string, number> {
  return Object.fromEntries(Object.entries(answers).map(([id, body]) => [id, JSON.stringify(body).length]))
}
