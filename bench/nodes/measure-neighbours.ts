import { join } from 'node:path'
import { silentLogger } from '@touchstone/common'
import { kycOperations, kytOperations } from '@touchstone/contract'
import { defaultCeiling, defaultRiskPolicy } from '@touchstone/kyt'
import { type CommandName, type InputOf, type OutputOf, runCommand } from '@touchstone/runtime'
import { httpRequest } from '../api/calls.ts'
import { productionEnv, settingsOf } from '../api/store-settings.ts'
import { startTouchstone } from '../api/touchstone-server.ts'
import { addressOf, firstPerson, peopleOf } from '../ledger/world.ts'
import type { LoadAnswer, LoadQuestion } from '../support/load.ts'
import { median } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { startRole } from '../support/start-role.ts'
import type { NodesBench } from './measure-importing.ts'

/** Number of connections of the attacking merchant. */
const attackers = 32
/** How long a connection of the attacking merchant waits after a refused call. */
const pauseAfterRefusalMs = 100
/** Maximum p99 of the other merchant's calls under load, as a multiple of the p99 without load. */
const most = 3

type Turn = { status: LoadAnswer; score: LoadAnswer }

/**
 * Measures one merchant's calls, alternating between no other load and a second merchant that requests the
 * most expensive scores that the operator's ceiling allows.
 */
export async function measureNeighbours(bench: NodesBench): Promise<PartReport> {
  const { sizes, progress, cleanup, fixture } = bench
  const folder = join(await fixture.files.root, 'neighbours')
  const env = productionEnv(folder, { DATABASE_URL: await fixture.places.database('neighbours') })
  const command = <Name extends CommandName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> =>
    runCommand({ name, input, settings: settingsOf(env), logger: silentLogger })
  progress('importing')
  const labels = await fixture.files.labels(sizes.transfers, 'plain')
  await command('import labels', { files: [labels.path] })
  const piece = { total: sizes.transfers, offset: 0, count: sizes.transfers }
  await command('import transfers', { files: [(await fixture.files.transfers(piece, 'plain')).path] })

  const { mchNo, apiKey } = await command('merchant create', { name: 'Victim' })
  await command('merchant update', { mchNo, callsPerSecond: 100_000 })
  const program = await command('program create', {
    ...{ mchNo, name: 'Benchmark', kind: 'KYC', chainId: '137', active: true },
  })
  const other = await command('merchant create', { name: 'Attacker' })
  // The limit of the largest plan.
  await command('merchant update', { mchNo: other.mchNo, callsPerSecond: 500 })
  const { hops, ...budget } = defaultCeiling
  const policy = {
    version: 'worst',
    method: 'poison',
    least_share: 0,
    budget,
    received: { hops },
    sent: { hops },
  }
  await command('policy set', { mchNo: other.mchNo, policy })

  progress('starting the server')
  const { port } = await startTouchstone(cleanup, { env })
  const load = () =>
    startRole<LoadQuestion, LoadAnswer>(cleanup, new URL('../support/load.js', import.meta.url))
  const [statusLoad, scoreLoad] = [load(), load()]
  const people = peopleOf(sizes.transfers)
  const { turns, calls } = sizes.neighbours
  let next = 0
  // Each address is queried only once, because the response time of a cached score does not reflect the load.
  const address = () => {
    next += 1
    return `0x${addressOf(firstPerson + (next % people))}`
  }
  const status = httpRequest(kycOperations.queryKycResult.path, {
    ...{ mchNo, apiKey, programNo: program.programNo, account: 'nobody@example.com', chainId: '137' },
  })
  const measure = async (): Promise<Turn> => {
    const scores = Array.from({ length: calls }, () =>
      httpRequest(kytOperations.getRiskScore.path, { mchNo, apiKey, coin: 'ETH', address: address() }),
    )
    const common = { port, connections: 2, count: calls }
    const [statusAnswer, scoreAnswer] = await Promise.all([
      statusLoad.ask({ ...common, requests: [status], answerStart: '{"code":80000000,' }),
      scoreLoad.ask({ ...common, requests: scores, answerStart: '{"code":200,' }),
    ])
    return { status: statusAnswer, score: scoreAnswer }
  }
  const attack = () => {
    const role = load()
    const requests = Array.from({ length: people }, (_, index) => {
      const asked = `0x${addressOf(firstPerson + people - 1 - index)}`
      return httpRequest(kytOperations.getRiskScore.path, { ...other, coin: 'ETH', address: asked })
    })
    const question = { port, requests, connections: attackers, answerStart: '{"code":', pauseAfterRefusalMs }
    const ended = role.ask({ ...question, warmupSeconds: 0, seconds: 3600 }).catch(() => undefined)
    return async () => {
      await role.stop()
      await ended
    }
  }

  progress('warming up')
  await measure()
  const idle: Turn[] = []
  const busy: Turn[] = []
  for (let turn = 0; turn < turns; turn++) {
    progress(`turn ${turn + 1} of ${turns}`, turn, turns)
    idle.push(await measure())
    const stop = attack()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    busy.push(await measure())
    await stop()
  }
  const of = (all: readonly Turn[], what: keyof Turn, share: 'p50' | 'p99') =>
    median(all.map((turn) => turn[what][share]))
  const ratio = (what: keyof Turn, share: 'p50' | 'p99') => of(busy, what, share) / of(idle, what, share)
  return {
    tables: [
      {
        title: `One merchant's calls while another merchant requests the most expensive scores (${attackers} connections, ${shown.count(sizes.transfers)} transfers, medians of ${turns} turns)`,
        head: ['call', 'idle p50 ms', 'p99 ms', 'under attack p50 ms', 'p99 ms', 'p50 ratio', 'p99 ratio'],
        rows: (['status', 'score'] as const).map((what) => [
          what,
          shown.ms(of(idle, what, 'p50')),
          shown.ms(of(idle, what, 'p99')),
          shown.ms(of(busy, what, 'p50')),
          shown.ms(of(busy, what, 'p99')),
          shown.times(ratio(what, 'p50')),
          shown.times(ratio(what, 'p99')),
        ]),
      },
    ],
    targets: (['status', 'score'] as const).map((what) =>
      target(
        `p99 of another merchant's ${what} calls, relative to idle`,
        ratio(what, 'p99'),
        { atMost: most },
        shown.times,
      ),
    ),
    data: { idle, busy, policy: { ...defaultRiskPolicy, ...policy } },
  }
}
