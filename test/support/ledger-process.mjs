import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createManualClock, systemRandom } from '@touchstone/common'
import {
  importLines,
  kytMigrations,
  openLedger,
  openPlainTransfers,
  refuseRejects,
  takeBackBlocks,
} from '@touchstone/kyt'
import { migrate, openEmbedded, openEmbeddedClickHouse } from '@touchstone/storage'

const require = createRequire(new URL('../../packages/storage/package.json', import.meta.url))
const { TupleParam } = require('@clickhouse/client')

// Carries out steps on the stores in a folder, as far as they are not done, and says on its way where it is.
const [folder, text] = process.argv.slice(2)
const { steps, known, batchRows, chunkBytes, dump } = JSON.parse(text)
const say = (line) => process.stdout.write(`${line}\n`)
// Its tests ended without saying so.
process.stdin.on('end', () => process.exit(0)).resume()

// Made ready while another one still works: only from here on are the stores its own.
await new Promise((resolve) => process.stdin.once('data', resolve))
const database = await openEmbedded({ folder: join(folder, 'postgres') })
const engine = await openEmbeddedClickHouse({ folder: join(folder, 'clickhouse') })
const told = (text) => say(text.trim().split(/\s+/).slice(0, 3).join(' '))
const clickhouse = {
  ...engine,
  async work(text, parameters) {
    told(text)
    return await engine.work(text, parameters)
  },
  async load(text, rows) {
    told(text)
    await engine.load(text, rows)
  },
}
const context = {
  database,
  clickhouse,
  clock: createManualClock(Date.UTC(2026, 10, 15)),
  random: systemRandom,
  batchRows,
}
say('go')
await migrate({ database, migrations: kytMigrations })
await openLedger(context)
say('opened')
// Not one of the statements that it is killed at.
await engine.work(
  `insert into known_address
   select distinct pair.1, unhex(pair.2) from (select arrayJoin({known:Array(Tuple(UInt8, String))}) as pair)
   where (pair.1, unhex(pair.2)) not in (select network, address from known_address)`,
  { known: known.map(({ network, address }) => new TupleParam([network, address])) },
)

const { rows } = await database.run("select name from kyt_import where state = 'done'")
const done = new Set(rows.map((row) => row.name))
for (const step of steps) {
  if (done.has(step.name)) continue
  if (step.file !== undefined) {
    const files = [await openPlainTransfers(step.file)]
    await importLines(context, { kind: 'transfers', files, rejects: refuseRejects, chunkBytes })
  } else {
    await takeBackBlocks(context, { network: step.network, fromBlock: step.fromBlock })
  }
  say(`did ${step.name}`)
}
const found = {}
for (const [name, query] of Object.entries(dump)) found[name] = await clickhouse.query(query)
say(`found ${JSON.stringify(found)}`)
await clickhouse.close()
await database.close()
process.exit(0)
