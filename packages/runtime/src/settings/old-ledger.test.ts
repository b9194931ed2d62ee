import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/support/spawn.ts'
import { oldLedgerFolder } from './old-ledger.ts'
import { readSettings } from './read-settings.ts'

test('a setting of the old ledger stops the start with one sentence', () => {
  const { path: folder, remove } = temporaryFolder()
  const read = (env: Record<string, string>) => () => readSettings({ env, folder })
  expect(read({ CLICKHOUSE_URL: 'http://host:8123' })).toThrow(/CLICKHOUSE_URL can't be set any more/)
  expect(read({ CLICKHOUSE_URL: 'off', CLICKHOUSE_CLUSTER: 'a' })).toThrow(
    /CLICKHOUSE_URL and CLICKHOUSE_CLUSTER/,
  )
  expect(read({ CLICKHOUSE_URL: '' })()).toMatchObject({ ledgerUrl: undefined })
  remove()
})

test('the folder of the old ledger is found', () => {
  const { path: folder, remove } = temporaryFolder()
  expect(oldLedgerFolder(folder)).toBeUndefined()
  mkdirSync(join(folder, 'clickhouse'))
  expect(oldLedgerFolder(folder)).toBe(join(folder, 'clickhouse'))
  remove()
})
