import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readSdnAddresses as readSdn } from '../../../../runtime/src/lists/read-sdn-addresses.ts'
import { builtinSanctions, builtinSanctionsSource } from '../builtin/source.ts'
import type { Label } from '../label.ts'
import { openOfac } from './source.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packed = fileURLToPath(
  new URL('../../../../../../shared/data/sanctions/sdn_advanced.xml.bz2', import.meta.url),
)

test.skipIf(!existsSync(packed))(
  'the list that comes with the project is the published list of its date (skipped where the list is not at hand)',
  async () => {
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
  },
  // The list is a file of 100 MB.
  120_000,
)

const key = (label: Label) => `${label.network} ${label.address} ${label.label}`
