import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Sbom, tidySbom } from '../scripts/sbom/tidy-sbom.mjs'
import { temporaryFolder } from './support/spawn.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('contains every locked package with its checksum, and no data about the machine', () => {
  const folder = temporaryFolder()
  try {
    const file = join(folder.path, 'sbom.json')
    execFileSync(process.execPath, ['scripts/sbom.mjs', file], { cwd: root, stdio: 'pipe' })
    const text = readFileSync(file, 'utf8')
    const sbom = JSON.parse(text) as Sbom
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'touchstone' } } })

    const purls = new Set(sbom.components.map(({ purl }) => purl))
    for (const wanted of lockedPackages()) expect(purls).toContain(wanted)
    const foreign = sbom.components.filter(({ purl }) => !purl.startsWith('pkg:npm/%40touchstone/'))
    expect(foreign.length).toBeGreaterThan(100)
    expect(foreign.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([])
    expect(text.match(/\b(https?|file):\/\/[^"]*/g)).toEqual([
      'http://cyclonedx.org/schema/bom-1.5.schema.json',
    ])
    expect(text).not.toContain(root)
  } finally {
    folder.remove()
  }
})

/** Returns the packages in the lock file, including the optional binaries of all platforms. */
function lockedPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean; name?: string }>
  }
  return Object.entries(lock.packages).flatMap(([path, { version, link, name }]) => {
    const [, folder] = /^.*node_modules\/(.+)$/.exec(path) ?? []
    if (folder === undefined || link === true || version === undefined) return []
    return [`pkg:npm/${(name ?? folder).replace('@', '%40')}@${version}`]
  })
}

test("omits the machine's registry and folder", () => {
  const component = {
    'bom-ref': 'a@1.0.0',
    name: 'a',
    version: '1.0.0',
    purl: 'pkg:npm/a@1.0.0?vcs_url=https://registry.example',
    hashes: [{ alg: 'SHA-512', content: '00' }],
    externalReferences: [
      { type: 'distribution', url: 'https://registry.example/a.tgz' },
      { type: 'website', url: 'https://a.example' },
    ],
  }
  const given: Sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { ...component, name: 'some-folder' } },
    components: [component],
  }
  const tidy = tidySbom(given, 'touchstone')
  expect(JSON.stringify(tidy)).not.toContain('registry.example')
  expect(tidy.metadata.component.name).toBe('touchstone')
  expect(tidy.components).toMatchObject([
    { purl: 'pkg:npm/a@1.0.0', hashes: component.hashes, externalReferences: [{ type: 'website' }] },
  ])
})
