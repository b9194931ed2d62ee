import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('builds tarballs of the widget and the client that work in another project', () => {
  const project = mkdtempSync(join(tmpdir(), 'touchstone-outside-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const packs = join(project, 'packs')
  execFileSync(process.execPath, [join(root, 'scripts', 'pack.mjs'), packs], { stdio: 'ignore' })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(readdirSync(packs).sort()).toEqual([
    `touchstone-client-${version}.tgz`,
    `touchstone-widget-${version}.tgz`,
  ])

  for (const name of ['client', 'widget']) {
    const target = join(project, 'node_modules', '@touchstone', name)
    mkdirSync(target, { recursive: true })
    const tarball = join(packs, `touchstone-${name}-${version}.tgz`)
    execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
    const files = readdirSync(target, { recursive: true, encoding: 'utf8' })
    expect(files).toContain('README.md')
    expect(files.filter((file) => /\.map$|\.tsbuildinfo$|^src/.test(file))).toEqual([])
  }
  // The only dependency that npm would download.
  symlinkSync(join(root, 'node_modules', 'typebox'), join(project, 'node_modules', 'typebox'))

  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(project, 'site.ts'),
    `import { createClient, verifyWebhook } from '@touchstone/client'
import { type Provider, SvcWidget } from '@touchstone/widget'
const client = createClient({ baseUrl: 'http://127.0.0.1:9', mchNo: 'M1', apiKey: 'key', retries: 0 })
const provider: Provider = { getAccessToken: async () => 'token', getUserAccounts: async () => ['ada'] }
new SvcWidget('M1', 'A shop', '137', provider, { lv: 'zkKYC' })
const count: Promise<number> = client.getStatistics().then(({ kyc_verified }) => kyc_verified)
count.catch((error) => console.log(typeof verifyWebhook, error.failure))
`,
  )
  const compile = [join(root, 'node_modules/typescript/bin/tsc'), '--strict', '--module', 'NodeNext']
  const libraries = ['--target', 'es2023', '--lib', 'es2023,dom', '--types', '', 'site.ts']
  execFileSync(process.execPath, [...compile, ...libraries], { cwd: project, stdio: 'inherit' })
  expect(execFileSync(process.execPath, ['site.js'], { cwd: project, encoding: 'utf8' })).toBe(
    'function network\n',
  )
})
