import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { reasonText } from './sentence-of.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Where the codes are made that a person's page can be handed. */
const makers = [
  'packages/verification/src',
  'packages/documents/src',
  'packages/biometrics/src',
  'packages/workers/src',
  'packages/credential/src/holder',
  'packages/chain/src/accounts',
  'apps/server/src/surfaces/frame',
  'apps/frame/src',
]
const families =
  /^(document|zone|print|frames|picture|image|pdf|text|name|date|address|country|face|faceprint|capture|challenge|age|citizenship|location|residence|accreditation|statement|provider|screening|login|hand-off|upload|journey|proof|work|token|account|grant|device)\./

/** Met by whoever runs the service, or by our own code alone: no page is handed them. */
const notOfPeople = new Set([
  'account.unknown-chain',
  'face.wrong-number-of-pictures',
  'faceprint.damaged',
  'faceprint.key-command',
  'faceprint.key-file',
  'faceprint.key-missing',
  'faceprint.key-wrong',
  'faceprint.model-missing',
  'journey.abandoned',
  'journey.forgotten',
  'journey.id',
  'journey.status',
  'journey.attempt',
  'work.too-long',
  'work.too-much-memory',
])

const literals = (() => {
  const found = new Set<string>()
  for (const maker of makers)
    for (const file of readdirSync(join(root, maker), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || /\.test\.ts$|\b(texts|testing)\//.test(file)) continue
      const text = readFileSync(join(root, maker, file), 'utf8')
      for (const [, code = ''] of text.matchAll(/'([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)'/g))
        found.add(code)
    }
  return found
})()

test('every reason that the service can give a person has its sentence', () => {
  const codes = [...literals].filter((code) => families.test(code) && !notOfPeople.has(code))
  expect(codes.length).toBeGreaterThan(80)
  expect(codes.filter((code) => reasonText(en, code) === undefined)).toEqual([])
})
