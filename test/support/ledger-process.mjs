import { createHash } from 'node:crypto'
import { createManualClock, systemRandom } from '@touchstone/common'
import {
  importLabels,
  importTransfers,
  kytMigrations,
  openLedger,
  openPackedLedger,
  openPlainTransfers,
  refuseRejects,
  retractBlocks,
} from '@touchstone/kyt'
import { migrate, openEmbedded, openServer } from '@touchstone/storage'

// Runs the remaining steps of the work on a store, which is in a folder or on a server. Reports its progress
// on standard output.
const [store, text] = process.argv.slice(2)
const { steps, known, pieceTransfers, minRebuildTransfers } = JSON.parse(text)
const say = (line) => process.stdout.write(`${line}\n`)
// Exits if the test process ends without sending a message.
process.stdin.on('end', () => process.exit(0)).resume()

// The process starts while another process still uses the store. The process must not open the store before
// it receives this message.
await new Promise((resolve) => process.stdin.once('data', resolve))
const database = store.startsWith('postgres:')
  ? await openServer({ url: store })
  : await openEmbedded({ folder: store })
const opened = openPackedLedger(database, { pieceTransfers, minRebuildTransfers })
const reported = (name, place) => ({
  [name]: async (...call) => {
    say(`${name} ${place(...call)}`)
    const result = await opened[name](...call)
    say(`${name} ${place(...call)} is done`)
    return result
  },
})
const ledger = {
  ...opened,
  ...reported('stage', ({ importId, seq }) => `${importId} ${seq}`),
  ...reported('commit', ({ importId, seq }) => `${importId} ${seq}`),
  commitWhole: async (importId, options) => {
    say(`commitWhole ${importId}`)
    const isIn = await opened.commitWhole(importId, {
      ...options,
      onDone: (share) => say(`commitWhole ${importId} ${share}`),
    })
    say(`commitWhole ${importId} is done`)
    return isIn
  },
  ...reported('dropStaged', (importId) => importId),
  ...reported('retract', ({ network, fromBlock }) => `${network} ${fromBlock}`),
}
const context = {
  database,
  ledger,
  clock: createManualClock(Date.UTC(2026, 10, 15)),
  random: systemRandom,
}
await migrate({ database, migrations: kytMigrations })
await openLedger(context)

const doneNames = async () => {
  const { rows } = await database.run("select name from kyt_import where state = 'done'")
  return new Set(rows.map((row) => row.name))
}
const done = await doneNames()
if (!done.has('known')) {
  const entries = known.map(({ network, address }) => ({
    file: 'known',
    label: {
      network,
      address,
      entity: 'Somebody',
      label: '',
      category: 'exchange',
      incident: '',
      confidence: 50,
    },
  }))
  await importLabels(context, {
    sources: [
      {
        name: 'known',
        version: '1',
        title: 'known',
        entries: async function* () {
          yield* entries
        },
      },
    ],
    rejects: refuseRejects,
  })
}
for (const step of steps) {
  if (done.has(step.name)) continue
  if (step.file !== undefined) {
    await importTransfers(context, { source: await openPlainTransfers([step.file]), rejects: refuseRejects })
  } else {
    await retractBlocks(context, { network: step.network, fromBlock: step.fromBlock })
  }
}

/** Hashes the complete content of the ledger. The result does not depend on the storage order. */
const digest = (rows) => {
  const lines = rows.map((row) =>
    JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  return { count: lines.length, hash: createHash('sha256').update(lines.sort().join('\n')).digest('hex') }
}
const { rows: accounts } = await database.run(
  "select distinct encode(address, 'hex') as id from ledger.account",
)
const keys = accounts.map(({ id }) => ({
  network: Number.parseInt(id.slice(0, 2), 16),
  address: id.slice(2),
}))
const flat = (map) => [...map].flatMap(([id, rows]) => rows.map((row) => ({ id, ...row })))
const { rows: identifiers } = await database.run(
  "select encode(identifier, 'hex') as id from ledger.transaction",
)
const transactions = []
for (const network of new Set(identifiers.map(({ id }) => id.slice(0, 2)))) {
  const own = identifiers.filter(({ id }) => id.startsWith(network)).map(({ id }) => id.slice(2))
  for (const { transfers, ...rest } of await opened.transactions(Number.parseInt(network, 16), own)) {
    transactions.push(...transfers.map((one) => ({ ...rest, ...one })))
  }
}
/** The edges of an account without chunks are not stored, because they are derived from its movements. */
const { rows: knownRows } = await database.run(
  "select encode(address, 'hex') as id from ledger.known_address",
)
const knownIds = new Set(knownRows.map(({ id }) => id))
const edges = []
for (const [id, states] of (await opened.accounts(keys)).found) {
  const key = { network: Number.parseInt(id.slice(0, 2), 16), address: id.slice(2) }
  for (const state of states) {
    const { coin, isWhole } = state
    const sums = new Map()
    const add = (counterparty, ...added) => {
      const had = sums.get(counterparty) ?? [0n, 0n, 0n, 0n]
      sums.set(
        counterparty,
        had.map((value, index) => value + BigInt(added[index])),
      )
    }
    if (!isWhole) {
      for (const edge of [...(await opened.edges([{ key, coin }])).values()].flat()) {
        const { counterparty, received, spent, receivedTransfers, spentTransfers } = edge
        add(counterparty, received, spent, receivedTransfers, spentTransfers)
      }
    } else {
      for (const { kind, counterparty, amount } of state.newest()) {
        if (kind === 'fee' || !knownIds.has(id.slice(0, 2) + counterparty)) continue
        if (kind === 'in') add(counterparty, amount, 0, 1, 0)
        else add(counterparty, 0, amount, 0, 1)
      }
    }
    for (const [counterparty, values] of sums) edges.push({ id, coin, counterparty, values })
  }
}
const networks = Array.from({ length: 256 }, (_, network) => network)
const { rows: left } = await database.run('select count(*)::int as count from ledger.staged')
const found = {
  totals: digest(flat(await opened.totals(keys))),
  edges: digest(edges),
  movements: digest(flat(await opened.histories(keys, 2 ** 31 - 1))),
  transactions: digest(transactions),
  coverage: digest(flat((await opened.coverage(networks)).found)),
  leftovers: left[0].count,
}
say(`found ${JSON.stringify(found)}`)
await database.close()
process.exit(0)
