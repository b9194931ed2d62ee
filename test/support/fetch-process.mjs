import { createManualClock, systemRandom } from '@touchstone/common'
import {
  createSourceHttp,
  defaultRiskPolicy,
  fetchRisk,
  getRiskScore,
  kytMigrations,
  openBudget,
  openHistorySource,
  openKytReader,
  openLedger,
  openPackedLedger,
} from '@touchstone/kyt'
import { migrate, openEmbedded } from '@touchstone/storage'

// Fetches the data needed to score an address from an explorer and saves it to a store in a folder. Reports
// each commit on standard output, and at the end the score and every movement in the ledger.
const [folder, text] = process.argv.slice(2)
const { url, query, pieceTransfers } = JSON.parse(text)
const say = (line) => process.stdout.write(`${line}\n`)
process.stdin.on('end', () => process.exit(0)).resume()

const database = await openEmbedded({ folder })
const opened = openPackedLedger(database, { pieceTransfers })
const ledger = {
  ...opened,
  async commitHistory(part) {
    say(`commit of ${part.transactions.length}`)
    const fresh = await opened.commitHistory(part)
    say(`committed ${fresh}`)
    return fresh
  },
}
const clock = createManualClock(Date.UTC(2026, 10, 15))
const http = createSourceHttp({ clock, random: systemRandom, wait: async () => {} })
const source = openHistorySource({ kind: 'etherscan', network: 'ETH', url, http })
const context = {
  ...{ database, ledger, clock, random: systemRandom },
  histories: { of: async () => [source], networks: async () => ['ETH'] },
}
await migrate({ database, migrations: kytMigrations })
await openLedger(context)
const reader = openKytReader(context)
const policy = { ...defaultRiskPolicy, least_share: 0 }
const budget = openBudget({ requests: 1e9, rows: 1e9, seconds: 1e9 }, clock)
const because = await fetchRisk(reader, query, { policy, budget })
const { score } = await getRiskScore(reader, query, { ...policy, fetch: 'never' })

const { rows: accounts } = await database.run(
  "select distinct encode(address, 'hex') as id from ledger.account",
)
const keys = accounts.map(({ id }) => ({
  network: Number.parseInt(id.slice(0, 2), 16),
  address: id.slice(2),
}))
const movements = [...(await opened.histories(keys, 2 ** 31 - 1))].flatMap(([id, rows]) =>
  rows.map(({ kind, coin, tx, counterparty, amount }) =>
    [id, kind, coin, tx, counterparty, `${amount}`].join(' '),
  ),
)
const { rows: histories } = await database.run(
  "select encode(address, 'hex') as id, state, through::int8 from ledger.history order by 1",
)
say(`found ${JSON.stringify({ because: because ?? null, score, movements: movements.sort(), histories })}`)
await database.close()
process.exit(0)
