import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCoin, openPackedLedger, parseAddress, type Transfer } from '@touchstone/kyt'
import { type Database, openServer } from '@touchstone/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { freshDatabase } from '../support/engines.ts'
import { calculateLedger } from '../support/ledger-model.ts'
import { knownOfWorld, worldAddress, writeTransfers } from '../support/ledger-runs.ts'
import { readLedger } from '../support/ledger-store.ts'
import { waitUntil } from '../support/processes.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import {
  type Finished,
  run,
  runCli,
  type SpawnedServer,
  spawnServer,
  temporaryFolder,
} from '../support/spawn.ts'
import { startTestNode, type TestNode } from '../support/test-node.ts'
import { startTimeout } from '../support/timeouts.ts'

/**
 * There are enough rows for a rebuild of the ledger and for several import chunks, so that the test can kill
 * a node between two chunks.
 */
const rows = 45_000
const blocks = 120
const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()] as const
const file = (name: string) => join(folders[0].path, name)

let database: Database
let redis: RedisServer
let chain: TestNode
let nodes: SpawnedServer[] = []
let env: Record<string, string>
beforeAll(async () => {
  const url = await freshDatabase()
  database = await openServer({ url, poolSize: 2 })
  redis = await startRedis()
  env = {
    TOUCHSTONE_SECRET: 'the-same-secret-on-every-node-of-this-test',
    DATABASE_URL: url,
    REDIS_URL: redis.url,
  }
  nodes = await Promise.all(folders.map(({ path }) => startNode(path)))
}, startTimeout)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await redis?.stop()
  await chain?.stop()
  await database?.close()
  for (const folder of folders) folder.remove()
})

/**
 * Runs in production mode without the demo, because the model in this test does not include the demo's
 * ledger.
 */
function startNode(dataFolder: string): Promise<SpawnedServer> {
  const production = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://mail.example',
    FACEPRINT_KEYS: join(dataFolder, 'faceprint-keys'),
  }
  return spawnServer({ dataFolder, env: { ...env, ...production } })
}

const operator = () => ({ ...env, TOUCHSTONE_DATA: folders[0].path })

/** On a database server, no process locks a data folder, so the command acts as another node. */
const cli = (...args: string[]) => run('apps/cli/bin/touchstone.mjs', ['--json', ...args], operator())

async function succeed<Result>(finished: Promise<Finished>): Promise<Result> {
  const { code, stdout, stderr } = await finished
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as Result
}

async function kill(process: { kill(signal: NodeJS.Signals): boolean }, exited: Promise<unknown>) {
  process.kill('SIGKILL')
  await exited
}

async function query<Row>(text: string): Promise<Row[]> {
  return (await database.run(text)).rows as Row[]
}

test(
  'imports, follows and answers on three nodes concurrently, and neither loses nor duplicates data after a kill',
  async () => {
    writeTransfers(file('one.csv'), { seed: 21, rows, firstBlock: 1000 })
    writeTransfers(file('two.csv'), { seed: 22, rows: rows / 4, firstBlock: 3000 })
    // Includes transactions from the other file, which are already stored when the second import reads them.
    const shared = readFileSync(file('one.csv'), 'utf8')
      .split('\n')
      .slice(1, rows / 4)
    appendFileSync(file('two.csv'), `${shared.join('\n')}\n`)
    writeFileSync(file('labels.csv'), `${labelLines().join('\n')}\n`)
    chain = await startTestNode()
    await mine()
    const merchant = await makeMerchant()
    const asking = keepAsking(merchant)

    const first = cli('import', 'transfers', file('one.csv'))
    const follow = cli(
      ...['import', 'follow', 'ETH', '--rpc', chain.url],
      ...['--from', '0', '--until', String(blocks), '--confirmations', '0'],
    )
    await waitUntil(async () => (await importOfOne()) !== undefined, 60_000, 'the import to be read')
    await kill(first.child, first.exited)

    const labels = cli('import', 'labels', file('labels.csv'))
    const again = cli('import', 'transfers', file('one.csv'))
    const two = cli('import', 'transfers', file('two.csv'))
    await waitUntil(isHalfApplied, 60_000, 'a part of the import to be stored')
    const [, , lost] = nodes
    if (lost === undefined) throw new Error('there is no third node')
    nodes = nodes.slice(0, 2)
    await Promise.all([kill(again.child, again.exited), kill(lost.process, lost.exited)])
    expect((await again.exited).code, 'the process was killed before the end').toBeNull()

    expect(await succeed(follow.exited)).toMatchObject({ blocks: blocks + 1, lastBlock: blocks })
    await succeed(labels.exited)
    await succeed(two.exited)
    // The next start completes an interrupted import, unless another import has already done so.
    nodes = [...nodes, await startNode(folders[2].path)]
    expect(await query("select state from kyt_import where name = 'one.csv'")).toEqual([{ state: 'done' }])
    const last = runCli(['--json', 'import', 'transfers', file('one.csv')], operator())
    expect(await succeed(last)).toMatchObject({ fresh: 0 })

    const { failures, answers } = await asking.stop()
    expect(failures).toEqual([])
    expect(answers).toBeGreaterThan(50)
    const known = new Set(
      knownOfWorld.map(({ network, address }) =>
        Buffer.from(parseAddress(network, address)?.bytes ?? []).toString('hex'),
      ),
    )
    const model = calculateLedger(
      [...transfersOf('one.csv'), ...transfersOf('two.csv'), ...(await onChain())],
      known,
    )
    expect(model.edges.length).toBeGreaterThan(100)
    expect(await allOfLedger()).toEqual(model)
    expect(await query('select 1 from ledger.staged')).toEqual([])
    expect(await query("select tablename from pg_tables where tablename like 'next_%'")).toEqual([])
    for (const number of [0, 1, 7]) {
      const address = worldAddress('ETH', number)
      const name = ` ${findCoin('ETH')?.id} ${address.slice(2)}`
      const account = model.accounts.find((one) => one.account.endsWith(name))
      const counts = await Promise.all(nodes.map((node) => askOverview(node, merchant, address)))
      expect(counts.map(({ body }) => (body.data as { txs_count: number }).txs_count)).toEqual(
        nodes.map(() => account?.txs),
      )
    }
  },
  startTimeout,
)

function labelLines(): string[] {
  return [
    'network,address,entity,label,category,incident,source,confidence',
    ...knownOfWorld.map(({ network, address }) => `${network},${address},Somebody,,exchange,,own,50`),
  ]
}

type Merchant = { mchNo: string; apiKey: string }

async function makeMerchant(): Promise<Merchant> {
  const command = (...args: string[]) => runCli(['--json', 'merchant', ...args], operator())
  const merchant = await succeed<Merchant>(command('create', 'Blue Bank'))
  await succeed(command('update', merchant.mchNo, '--calls-per-second', '100000'))
  return merchant
}

const askOverview = (node: SpawnedServer, { mchNo, apiKey }: Merchant, address: string) =>
  ask(`${node.url}/zkseradmin/openapi/kyt/address/overview`, {
    body: { mchNo, apiKey, coin: 'ETH', address },
  })

/** Queries the nodes in turn. The test deletes no data, so counts must never decrease. */
function keepAsking(merchant: Merchant) {
  const failures: string[] = []
  const counts = new Map<string, number>()
  let answers = 0
  let isStopped = false
  const askOnce = async (turn: number) => {
    const node = nodes[turn % nodes.length]
    if (node === undefined) return
    const address = worldAddress('ETH', turn % 50)
    const answer = await askOverview(node, merchant, address).catch((error: Error) => error)
    // The node was killed while it processed the query.
    if (!nodes.includes(node)) return
    if (answer instanceof Error || answer.http !== 200) {
      failures.push(answer instanceof Error ? answer.message : `${answer.http} ${answer.text}`)
      return
    }
    const count = (answer.body.data as { txs_count: number }).txs_count
    const place = `${node.url} ${address}`
    if (count < (counts.get(place) ?? 0)) failures.push(`${place} had ${counts.get(place)}, then ${count}`)
    counts.set(place, count)
    answers += 1
  }
  const ended = (async () => {
    for (let turn = 0; !isStopped; turn += 1) await askOnce(turn)
  })()
  return {
    async stop() {
      isStopped = true
      await ended
      return { failures, answers }
    },
  }
}

async function importOfOne() {
  const [found] = await query<{ id: number; state: string }>(
    "select id, state from kyt_import where name = 'one.csv' and next_line > 0",
  )
  return found
}

async function isHalfApplied(): Promise<boolean> {
  const found = await importOfOne()
  if (found?.state !== 'applying') return false
  // Imports the file in chunks, or into new tables that replace the current ones at the end.
  const begun = await query(
    `select 1 from ledger.staged where import = ${found.id} and bytes is null
     union all select 1 from pg_tables where schemaname = 'ledger' and tablename like 'next_${found.id}_%'`,
  )
  return begun.length > 0
}

/** Mines one block for each transaction, with addresses that also occur in the files. */
async function mine(): Promise<void> {
  const accounts = await chain.rpc<string[]>('eth_accounts')
  for (let block = 1; block <= blocks; block += 1) {
    const from = accounts[block % accounts.length]
    const value = `0x${(BigInt(block) * 10n ** 15n).toString(16)}`
    await chain.rpc('eth_sendTransaction', { from, to: worldAddress('ETH', block % 40), value })
  }
}

type MinedBlock = {
  timestamp: string
  transactions: { hash: string; from: string; to: string; value: string }[]
}
type MinedReceipt = { gasUsed: string; effectiveGasPrice: string }

/** Returns the transfers and fees as recorded by the chain. */
async function onChain(): Promise<Transfer[]> {
  const transfers: Transfer[] = []
  for (let block = 1; block <= blocks; block += 1) {
    const mined = await chain.rpc<MinedBlock>('eth_getBlockByNumber', `0x${block.toString(16)}`, true)
    for (const { hash: tx, from, to, value } of mined.transactions) {
      const receipt = await chain.rpc<MinedReceipt>('eth_getTransactionReceipt', tx)
      const at = { coin: 'ETH', tx, block, time: Number(mined.timestamp), from }
      const paid = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
      transfers.push({ ...at, position: 0, to, amount: BigInt(value) })
      transfers.push({ ...at, position: 1, to: '', amount: paid, fee: true })
    }
  }
  return transfers
}

/** Parses the file without using the importer's code. */
function transfersOf(name: string): Transfer[] {
  const [, ...lines] = readFileSync(file(name), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [coin = '', tx = '', position, block, time, from = '', to = '', amount = ''] = line.split(',')
    const [whole = '', fraction = ''] = amount.split('.')
    const units = BigInt(whole + fraction.padEnd(findCoin(coin)?.decimals ?? 0, '0'))
    const numbers = { position: Number(position), block: Number(block), time: Number(time) }
    return { coin, tx, ...numbers, from, to, amount: units }
  })
}

async function allOfLedger() {
  const accounts = await query<{ id: string }>(
    "select distinct encode(address, 'hex') as id from ledger.account",
  )
  const keys = accounts.map(({ id }) => ({
    network: Number.parseInt(id.slice(0, 2), 16),
    address: id.slice(2),
  }))
  return await readLedger(openPackedLedger(database), keys)
}
