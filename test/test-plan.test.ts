import { expect, test } from 'vitest'
import { affectedTests } from '../scripts/test-plan.mjs'

const always = ['test/architecture.test.ts', 'test/docs.test.ts', 'test/prose.test.ts']

test('selects only the tests that import a changed file, directly or indirectly', () => {
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

test('selects the tests that load a changed page, but no store tests', () => {
  const affected = affectedTests(['apps/dashboard/src/main.tsx']) ?? []
  expect(affected).toContain('test/e2e/dashboard-pages.test.ts')
  expect(affected).not.toContain('packages/storage/src/storage.test.ts')
})

test("for a change to a package's data, selects that package's tests; for a change to a document, selects only the tests that always run", () => {
  expect(affectedTests(['packages/chain/contracts/SvcSBT.sol'])).toContain(
    'packages/chain/src/contracts/svc-verifier-approve.test.ts',
  )
  expect(affectedTests(['docs/ledger.md'])).toEqual(always)
})

test('selects every test for a change to the build or to the dependencies', () => {
  expect(affectedTests(['package-lock.json'])).toBeUndefined()
  expect(affectedTests(['packages/kyc/package.json', 'docs/ledger.md'])).toBeUndefined()
})
