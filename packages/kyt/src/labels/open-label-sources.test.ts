import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSdnAddresses as readSdn } from '../../../runtime/src/lists/read-sdn-addresses.ts'
import { openLabelSources } from './open-label-sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['packs', 'lists']) mkdirSync(join(folder, name))
writeFileSync(join(folder, 'packs', 'a.yaml'), 'title: A\ntags:\n- address: x\n')
writeFileSync(join(folder, 'lists', 'sanctioned_addresses_XBT.txt'), '')
writeFileSync(join(folder, 'own.csv'), '')

test.each([
  ['own.csv', 'own.csv'],
  ['packs', 'tagpack/a'],
  ['packs/a.yaml', 'tagpack/a'],
  ['lists', 'ofac/sanctioned_addresses_XBT'],
  ['lists/sanctioned_addresses_XBT.txt', 'ofac/sanctioned_addresses_XBT'],
])('opens %s by its name', async (path, name) => {
  expect(await openLabelSources({ readSdn, path: join(folder, path) })).toMatchObject([{ name }])
})

test('rejects missing and unknown files', async () => {
  await expect(openLabelSources({ readSdn, path: join(folder, 'missing.csv') })).rejects.toThrow(
    'cannot be opened',
  )
  await expect(openLabelSources({ readSdn, path: join(folder, 'missing') })).rejects.toThrow(
    'cannot be opened',
  )
  mkdirSync(join(folder, 'empty'))
  await expect(openLabelSources({ readSdn, path: join(folder, 'empty') })).rejects.toThrow(
    'contains no TagPack',
  )
})
