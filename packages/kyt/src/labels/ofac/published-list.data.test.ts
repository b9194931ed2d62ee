import { spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dataFolder } from '../../../../../test/support/data-folder.ts'
import { readSdnAddresses as readSdn } from '../../../../runtime/src/lists/read-sdn-addresses.ts'
import { builtinSanctions, builtinSanctionsSource } from '../builtin/source.ts'
import type { Label } from '../label.ts'
import { openOfac } from './source.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packed = dataFolder('sanctions/sdn_advanced.xml.bz2')

test('matches the list published on its date', async () => {
  const path = join(folder, 'published.xml')
  spawnSync('bzip2', ['-dc', packed], { stdio: ['ignore', openSync(path, 'w'), 'ignore'] })
  const [source] = await openOfac({ readSdn, path })
  expect(source?.version).toBe(builtinSanctionsSource.version)
  const published: string[] = []
  for await (const entry of source?.entries() ?? []) {
    expect(entry).not.toHaveProperty('problem')
    if ('label' in entry) published.push(key(entry.label))
  }
  expect([...builtinSanctions()].map(key).sort()).toEqual(published.sort())
}, 120_000) // The published list is a 100 MB file.

const key = (label: Label) => `${label.network} ${label.address} ${label.label}`
