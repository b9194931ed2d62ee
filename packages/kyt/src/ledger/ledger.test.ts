import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { openPlainTransfers } from '../sources/plain/plain-transfers.ts'
import { importLines } from './import-lines.ts'
import { refuseRejects } from './rejects.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-plain-'))
const header = 'coin,tx_hash,position,block,timestamp,from,to,amount'
const a = `0x${'aa'.repeat(20)}`
const b = `0x${'bb'.repeat(20)}`
const tx = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

onBothLedgers('the ledger', (suite) => {
  test('takes a plain file once', async () => {
    const file = join(folder, 'one.csv')
    writeFileSync(
      file,
      `${[
        header,
        `ETH,${tx(1)},0,100,1700000000,,${a},5`,
        `ETH,${tx(2)},0,101,1700000012,${a},${b},1.5`,
        `ETH,${tx(2)},1,101,1700000012,${a},${b},0.000000000000000001`,
        `BTC,${'ab'.repeat(32)},0,7,1700000000,,1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa,50`,
      ].join('\n')}\n`,
    )
    const run = async () =>
      await importLines(suite.ledger, {
        kind: 'transfers',
        files: [await openPlainTransfers(file)],
        rejects: refuseRejects,
      })
    expect(await run()).toEqual({ rows: 4, fresh: 4, rejected: 0 })
    const totals = () =>
      suite.ledger.clickhouse.query(
        `select hex(address) as address, coin, toString(sum(received)) as received, toString(sum(spent)) as spent,
         toFloat64(sum(txs)) as txs, toFloat64(sum(received_txs)) as r, toFloat64(sum(spent_txs)) as s, min(first_seen) as f, max(last_seen) as l
         from account_total group by all order by address, coin`,
      )
    const before = await totals()
    expect(await run()).toEqual({ rows: 4, fresh: 0, rejected: 0 })
    expect(await totals()).toEqual(before)
  })
})
