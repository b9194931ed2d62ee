import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { reasonText } from './sentence-of.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Folders whose code creates reason codes for the page. */
const codeFolders = [
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

/** Codes that never reach a page, because only operators or internal code see them. */
const operatorCodes = new Set([
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
  for (const folder of codeFolders)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || /\.test\.ts$|\b(texts|testing)\//.test(file)) continue
      const text = readFileSync(join(root, folder, file), 'utf8')
      for (const [, code = ''] of text.matchAll(/'([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)'/g))
        found.add(code)
    }
  return found
})()

test('has a message for every reason code that reaches a person', () => {
  const codes = [...literals].filter((code) => families.test(code) && !operatorCodes.has(code))
  expect(codes.length).toBeGreaterThan(80)
  expect(codes.filter((code) => reasonText(en, code) === undefined)).toEqual([])
})
