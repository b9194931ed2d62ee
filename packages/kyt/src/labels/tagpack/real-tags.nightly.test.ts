import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openTagpacks } from './source.ts'

const realPacks = fileURLToPath(new URL('../../../../../../shared/data/labels/tagpacks/', import.meta.url))

test.skipIf(!existsSync(realPacks))(
  'all public tags are read (skipped where they are not at hand)',
  async () => {
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
  },
  // Half a million of them.
  120_000,
)
