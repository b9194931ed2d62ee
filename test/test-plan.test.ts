import { expect, test } from 'vitest'
import { affectedTests } from '../scripts/test-plan.mjs'

const always = ['test/architecture.test.ts', 'test/docs.test.ts', 'test/prose.test.ts']

test('a change affects the tests that import it, directly or not, and no others', () => {
  const affected = affectedTests(['packages/common/src/vault.ts']) ?? []
  expect(affected).toContain('packages/common/src/vault.test.ts')
  expect(affected).toContain('packages/kyc/src/journeys/journeys.test.ts')
  expect(affected).not.toContain('packages/client/src/retries.test.ts')
  const ofClient = affectedTests(['packages/client/src/send-once.ts']) ?? []
  expect(ofClient).toContain('packages/client/src/retries.test.ts')
  expect(ofClient).not.toContain('packages/common/src/vault.test.ts')
  // Imported as `#src/mrz/transliterate`.
  expect(affectedTests(['packages/documents/src/mrz/transliterate.ts'])).toContain(
    'packages/documents/tools/src/specimens/specimens.test.ts',
  )
})

test('a change of a page affects the tests that load it, and no test of a store', () => {
  const affected = affectedTests(['apps/dashboard/src/main.tsx']) ?? []
  expect(affected).toContain('test/e2e/dashboard-pages.test.ts')
  expect(affected).not.toContain('packages/storage/src/storage.test.ts')
})

test('data of a package affects its tests; a document affects none but those that always run', () => {
  expect(affectedTests(['packages/chain/contracts/SvcSBT.sol'])).toContain(
    'packages/chain/src/contracts/svc-verifier-approve.test.ts',
  )
  expect(affectedTests(['docs/ledger.md'])).toEqual(always)
})

test('a change of the build or of dependencies affects every test', () => {
  expect(affectedTests(['package-lock.json'])).toBeUndefined()
  expect(affectedTests(['packages/kyc/package.json', 'docs/ledger.md'])).toBeUndefined()
})
