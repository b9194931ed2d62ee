import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { root, say } from './prepare.mjs'

// Draws the specimen documents that the verification page offers in test mode, and prints their hashes, which
// belong into packages/verification/src/steps/specimen-hashes.ts. Run it only to change the specimens: another
// version of the drawing library can write other bytes.

const conditions = ['@touchstone/source', 'module', 'node']
const config = { root, configFile: false, resolve: { conditions }, ssr: { resolve: { conditions } } }
const tools = join(root, 'packages/documents/tools/src/specimens/index.ts')
const { makeSpecimen } = (await runnerImport(tools, config)).module

const person = {
  ...{ surname: 'Specimen', givenNames: 'Sam', sex: 'M', nationality: 'UTO', issuingState: 'UTO' },
  ...{
    documentCode: 'P',
    birthDate: '1990-01-01',
    issueDate: '2024-01-01',
    expiryDate: '2033-12-31',
    optional: '',
  },
}
const specimens = {
  'specimen-pass.jpg': { number: 'SPEC00001' },
  'specimen-fail-age.jpg': { number: 'SPEC00002', givenNames: 'Young', birthDate: '2020-01-01' },
  'specimen-fail-expired.jpg': {
    ...{ number: 'SPEC00003', givenNames: 'Late', issueDate: '2009-01-01', expiryDate: '2018-12-31' },
  },
  'specimen-listed.jpg': { number: 'SPEC00004', givenNames: 'Listed' },
}

const folder = join(root, 'apps/frame/src/specimens')
mkdirSync(folder, { recursive: true })
for (const [file, change] of Object.entries(specimens)) {
  const { photo } = makeSpecimen({
    ...{ seed: file, level: 'faint', kind: 'TD3', today: '2026-01-01', width: 800, height: 600 },
    person: { ...person, ...change },
  })
  writeFileSync(join(folder, file), photo.jpeg)
  say(`${file}: ${createHash('sha256').update(photo.jpeg).digest('hex')}, ${photo.jpeg.length} bytes`)
}
