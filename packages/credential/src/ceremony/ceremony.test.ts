import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAll } from '../../../../test/support/test-all.ts'
import { hashFile } from '../setup/hash-file.ts'
import { makeDevelopmentPtau } from '../setup/make-development-ptau.ts'
import { withCurve } from '../setup/with-curve.ts'
import { circuitTools, toolVersions } from '../testing/circuit-tools.ts'
import { beginCeremony } from './begin-ceremony.ts'
import type { Ceremony } from './ceremony.ts'
import { contribute } from './contribute.ts'
import { finishCeremony } from './finish-ceremony.ts'
import { publishedPtau } from './published-ptau.ts'
import { verifyCeremony } from './verify-ceremony.ts'

/** A circuit small enough for a ceremony to take only seconds. */
const circuit = `pragma circom 2.1.6;
template Small() { signal input a; signal input b; signal output c; c <== a * b; }
component main {public [a]} = Small();
`
const beacon = { hash: 'ab'.repeat(32), iterations: 10 }
const reported: string[] = []
let home: string
let ptau: string
let sha256: string
let ceremony: Ceremony
let keys: string
let letGo: () => void

beforeAll(async () => {
  // All steps share one set of threads, because otherwise each step would start threads of its own.
  void withCurve(() => new Promise<void>((resolve) => (letGo = resolve)))
  home = await mkdtemp(join(tmpdir(), 'touchstone-ceremony-'))
  ptau = join(home, 'small.ptau')
  keys = join(home, 'keys')
  await makeDevelopmentPtau({ power: 4, to: ptau, progress: () => undefined })
  sha256 = await hashFile(ptau)
  const sources = join(home, 'sources')
  await mkdir(sources)
  await writeFile(join(sources, 'small.circom'), circuit)
  ceremony = {
    folder: join(home, 'ceremony'),
    tools: circuitTools,
    versions: toolVersions,
    sources,
    circuits: ['small'],
    shared: [],
    progress: (what) => reported.push(what),
  }
  await expect(beginCeremony(ceremony, { file: ptau })).rejects.toMatchObject({ code: 'ceremony.other-ptau' })
  await beginCeremony(ceremony, { file: ptau, sha256 })
  await contribute(ceremony, 'Ada')
  await expect(finishCeremony(ceremony, beacon, keys)).rejects.toMatchObject({ code: 'ceremony.not-ready' })
  await contribute(ceremony, 'Grace')
  await finishCeremony(ceremony, beacon, keys)
})
afterAll(async () => {
  letGo()
  await rm(home, { recursive: true, force: true })
})

test('accepts powers of tau only with a known hash', async () => {
  const elsewhere = { ...ceremony, folder: join(home, 'elsewhere') }
  await expect(beginCeremony(elsewhere, { file: ptau, sha256: '0'.repeat(64) })).rejects.toMatchObject({
    code: 'ceremony.other-ptau',
  })
  const noPtau = join(home, 'sources', 'small.circom')
  await expect(beginCeremony(elsewhere, { file: noPtau, sha256 })).rejects.toMatchObject({
    code: 'ceremony.not-ptau',
  })
  for (const hash of Object.values(publishedPtau)) expect(hash).toMatch(/^[0-9a-f]{128}$/)
})

test('lists every step with its hashes in the transcript and marks the keys as production keys', async () => {
  const transcript = JSON.parse(await readFile(join(keys, 'transcript.json'), 'utf8'))
  expect(transcript).toMatchObject({
    contributors: ['Ada', 'Grace'],
    beacon,
    ptau: { power: 4, sha256, checkedBy: 'operator' },
  })
  const { steps } = transcript.circuits.small
  expect(steps).toHaveLength(4)
  expect(
    new Set(steps.slice(1).map((step: { contributionHash: string }) => step.contributionHash)).size,
  ).toBe(3)
  for (const { file, sha256: hash } of steps) {
    expect(await hashFile(join(ceremony.folder, 'small', file))).toBe(hash)
  }
  expect(JSON.parse(await readFile(join(keys, 'manifest.json'), 'utf8'))).toMatchObject({
    development: false,
  })
  expect(reported).toContain('circuit "small": contribution of Grace')
})

test("rejects repeated contributions, a contribution with the beacon's name, late contributions and a second start", async () => {
  await expect(contribute(ceremony, 'Eve')).rejects.toMatchObject({ code: 'ceremony.over' })
  await expect(beginCeremony(ceremony, { file: ptau, sha256 })).rejects.toMatchObject({
    code: 'ceremony.begun',
  })
  const open = { ...ceremony, folder: join(home, 'open') }
  await beginCeremony(open, { file: ptau, sha256 })
  await contribute(open, 'Ada')
  for (const name of ['Ada', 'beacon', '', 'a:\nb']) {
    await expect(contribute(open, name)).rejects.toMatchObject({ code: 'ceremony.bad-name' })
  }
  await contribute(open, 'Grace')
  const short = { hash: 'abcd', iterations: 10 }
  await expect(finishCeremony(open, short, keys)).rejects.toMatchObject({ code: 'ceremony.bad-beacon' })
  await writeFile(join(open.folder, 'small', '0002.zkey'), 'something else')
  await expect(contribute(open, 'Eve')).rejects.toMatchObject({ code: 'ceremony.changed-file' })
})

test('verifies an untampered ceremony', async () => {
  expect(await verifyCeremony({ ...ceremony, folder: keys }, ptau)).toEqual([])
})

test('detects a changed transcript, manifest, key, circuit or beacon', async () => {
  const tampered = async (change: (folder: string) => Promise<void>, by: Partial<Ceremony> = {}) => {
    const folder = await mkdtemp(join(home, 'tampered-'))
    await cp(keys, folder, { recursive: true })
    await change(folder)
    return (await verifyCeremony({ ...ceremony, ...by, folder }, ptau)).join(' ')
  }
  const replace = (file: string, from: string, to: string) => async (folder: string) => {
    const text = await readFile(join(folder, file), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(folder, file), text.replace(from, to))
  }
  expect(await tampered(replace('transcript.json', beacon.hash, 'cd'.repeat(32)))).toContain(
    'contributions do not match',
  )
  const several = await tampered(async (folder) => {
    await replace('transcript.json', sha256, '0'.repeat(64))(folder)
    await replace('manifest.json', 'false', 'true')(folder)
    await replace('small/verification.json', '"nPublic": 2', '"nPublic": 3')(folder)
  })
  expect(several).toContain('The powers of tau do not match the transcript.')
  expect(several).toContain('development keys')
  expect(several).toContain('verification.json does not match the manifest')
  expect(several).toContain('verification.json does not match the key')
  if (testAll) {
    // As with the changed beacon, the contributions in the key are compared with the transcript.
    const renamed = await tampered(replace('transcript.json', 'Grace', 'Mallory'))
    expect(renamed).toContain('contributions do not match')
    const lastKey = join(ceremony.folder, 'small', '0002.zkey')
    const unsealed = await tampered((folder) => cp(lastKey, join(folder, 'small', 'proving.zkey')))
    expect(unsealed).toContain('contributions do not match')
  }
  const otherSources = join(home, 'other-sources')
  await mkdir(otherSources)
  await writeFile(join(otherSources, 'small.circom'), circuit.replace('a * b', 'a * b + 1'))
  const otherCircuit = await tampered(async () => undefined, { sources: otherSources })
  expect(otherCircuit).toContain('different constraints')
  expect(otherCircuit).toContain('was not created from these constraints')
})
