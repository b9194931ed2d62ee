import { join } from 'node:path'
import { silentLogger } from '@touchstone/common'
import { kytOperations } from '@touchstone/contract'
import { type CommandName, type InputOf, type OutputOf, runCommand } from '@touchstone/runtime'
import { startRedis } from '../../test/support/redis-server.ts'
import { httpRequest } from '../api/calls.ts'
import { productionEnv, type StoreEnv, settingsOf } from '../api/store-settings.ts'
import { startTouchstone, type TouchstoneServer } from '../api/touchstone-server.ts'
import type { LedgerBench } from '../ledger/run-ledger-bench.ts'
import { addressOf, firstPerson, peopleOf } from '../ledger/world.ts'
import type { LoadAnswer, LoadQuestion } from '../support/load.ts'
import { type PartReport, shown } from '../support/report.ts'
import { requireAll } from '../support/require-all.ts'
import { type Role, startRole } from '../support/start-role.ts'

export type Sizes = {
  readonly nodes: number
  /** Number of transfers imported before the first query. */
  readonly transfers: number
  /** Number of transfers per import during the measurement. */
  readonly further: number
  /** Number of addresses that are queried in rotation. */
  readonly addresses: number
  /** Number of connections to each node. */
  readonly connections: number
  readonly warmupSeconds: number
  readonly seconds: number
  /**
   * `turns` is the number of comparisons, and `calls` the number of calls of each kind in each half of a
   * comparison.
   */
  readonly neighbours: { readonly turns: number; readonly calls: number }
}

export type NodesBench = LedgerBench<Sizes>
type Bench = NodesBench

type Command = <Name extends CommandName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>
type Driver = { readonly node: TouchstoneServer; readonly load: Role<LoadQuestion, LoadAnswer> }

/**
 * Measures how many queries per second several nodes on one PostgreSQL server answer, with and without a
 * concurrent ledger import.
 */
export async function measureImporting(bench: Bench): Promise<PartReport> {
  const { sizes, progress } = bench
  const env = await prepareEnvironment(bench)
  const command: Command = (name, input) =>
    runCommand({ name, input, settings: settingsOf(env), logger: silentLogger })
  const drivers: Driver[] = []
  for (let number = 1; number <= sizes.nodes; number += 1) {
    progress(`starting node ${number}`)
    const node = await startTouchstone(bench.cleanup, { env })
    const load = startRole<LoadQuestion, LoadAnswer>(
      bench.cleanup,
      new URL('../support/load.js', import.meta.url),
    )
    drivers.push({ node, load })
  }
  const labels = await bench.fixture.files.labels(sizes.transfers, 'plain')
  await command('import labels', { files: [labels.path] })
  const alone = await importPiece(bench, command, { offset: 0, count: sizes.transfers })
  const requests = await makeRequests(bench, command)

  progress(`querying ${sizes.nodes} nodes`)
  const quiet = await drive(bench, drivers, requests)
  progress(`querying ${sizes.nodes} nodes during an import`)
  const { rates: busy, imported } = await driveWhileImporting(bench, command, drivers, requests)

  const sum = (rates: readonly LoadAnswer[]) => rates.reduce((total, { perSecond }) => total + perSecond, 0)
  const row = (rate: LoadAnswer | undefined) =>
    rate === undefined ? [] : [shown.count(rate.perSecond), shown.ms(rate.p50), shown.ms(rate.p99)]
  return {
    tables: [
      {
        title: `Answers per second, alternating overviews and risk scores, ${sizes.connections} connections to each node, ${shown.count(sizes.transfers)} transfers`,
        head: ['node', 'quiet/s', 'p50 ms', 'p99 ms', 'importing/s', 'p50 ms', 'p99 ms'],
        rows: [
          ...quiet.map((rate, index) => [String(index + 1), ...row(rate), ...row(busy[index])]),
          ['all', shown.count(sum(quiet)), '', '', shown.count(sum(busy)), '', ''],
        ],
      },
      {
        title: 'Transfers imported per second, by a separate process',
        head: ['while', 'transfers/s'],
        rows: [
          [`without queries, ${shown.count(sizes.transfers)} an import`, shown.count(alone.perSecond)],
          [
            `${sizes.nodes} nodes queried, ${shown.count(sizes.further)} an import`,
            shown.count(imported.perSecond),
          ],
        ],
      },
    ],
    targets: [],
    data: { quiet, busy, imported, alone },
  }
}

/** The settings shared by all nodes, as in production. */
async function prepareEnvironment({ cleanup, fixture }: Bench): Promise<StoreEnv> {
  const { files, places } = fixture
  const folder = join(await files.root, 'node')
  const redis = await cleanup.own(startRedis(), (started) => started.stop())
  return productionEnv(folder, {
    DATABASE_URL: await places.database('nodes'),
    REDIS_URL: redis.url,
  })
}

async function makeRequests({ sizes }: Bench, command: Command): Promise<string[]> {
  const { mchNo, apiKey } = await command('merchant create', { name: 'Benchmark' })
  await command('merchant update', { mchNo, callsPerSecond: 100_000 })
  const people = peopleOf(sizes.transfers)
  return Array.from({ length: sizes.addresses }, (_, index) => {
    const address = `0x${addressOf(firstPerson + Math.floor((people * index) / sizes.addresses))}`
    const { path } = index % 2 === 0 ? kytOperations.getAddressOverview : kytOperations.getRiskScore
    return httpRequest(path, { mchNo, apiKey, coin: 'ETH', address })
  })
}

/** Puts load on all nodes at the same time. */
function drive({ sizes }: Bench, drivers: readonly Driver[], requests: readonly string[]) {
  const { connections, warmupSeconds, seconds } = sizes
  const question = { requests, connections, warmupSeconds, seconds, answerStart: '{"code":200,' }
  return Promise.all(drivers.map(({ node, load }) => load.ask({ port: node.port, ...question })))
}

async function driveWhileImporting(
  bench: Bench,
  command: Command,
  drivers: readonly Driver[],
  requests: readonly string[],
) {
  const { transfers, further } = bench.sizes
  let isOver = false
  let rows = 0
  let seconds = 0
  const importing = (async () => {
    for (let offset = transfers; !isOver; offset += further) {
      const piece = await importPiece(bench, command, { offset, count: further })
      rows += piece.rows
      seconds += piece.seconds
    }
  })()
  const driving = drive(bench, drivers, requests).finally(() => {
    isOver = true
  })
  const [rates] = await Promise.all([driving, importing])
  return { rates, imported: { rows, seconds, perSecond: rows / seconds } }
}

/** The time to write the file is not counted. */
async function importPiece(
  { sizes, fixture }: Bench,
  command: Command,
  piece: { offset: number; count: number },
) {
  const file = await fixture.files.transfers({ total: sizes.transfers, ...piece }, 'plain')
  const startedAt = performance.now()
  const { rows, fresh } = await command('import transfers', { files: [file.path] })
  requireAll({ what: 'transfers', expected: file.rows, seen: fresh })
  const seconds = (performance.now() - startedAt) / 1000
  return { rows, seconds, perSecond: rows / seconds }
}
