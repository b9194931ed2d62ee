import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../../../../../test/support/data-folder.ts'
import { readAndCompare } from '../../../../../test/support/read-and-compare.ts'
import { openTagpacks } from './source.ts'

const realPacks = dataFolder('labels/tagpacks')

test('reads all public tags', async () => {
  const counts = { label: 0, problem: 0, skipped: 0 }
  const categories: Record<string, number> = {}
  for (const source of await openTagpacks({ path: realPacks })) {
    for await (const entry of source.entries()) {
      if ('label' in entry) {
        counts.label += 1
        categories[entry.label.category] = (categories[entry.label.category] ?? 0) + 1
      } else if ('problem' in entry) counts.problem += 1
      else counts.skipped += 1
    }
  }
  expect(counts.label + counts.problem + counts.skipped).toBe(524_170)
  expect(counts.problem).toBeLessThan(20)
  expect(counts.skipped).toBeLessThan(300)
  expect(categories.exchange).toBeGreaterThan(330_000)
  expect(categories.ransom).toBeGreaterThan(85_000)
  expect(categories.mixer).toBeGreaterThan(36_000)
}, 120_000) // The packs contain half a million tags.

test.each(readdirSync(realPacks).filter((name) => name.endsWith('.yaml')))(
  'reads %s as the YAML parser does',
  async (name) => {
    await readAndCompare(join(realPacks, name), name.includes('actorpack') ? 'actors' : 'tags')
  },
  // Reading the large packs as whole documents takes minutes.
  600_000,
)
