import { expect, test } from 'vitest'
import { workerFile } from './worker-file.ts'

test('returns the built worker of the same package when called from the source', () => {
  const file = workerFile(
    'file:///srv/src/touchstone/packages/documents/src/read/reader.ts',
    './read-worker.ts',
  )
  expect(file.href).toBe('file:///srv/src/touchstone/packages/documents/dist/read/read-worker.js')
})

test('returns the worker in the same folder when called from the build', () => {
  const file = workerFile(
    'file:///srv/src/touchstone/packages/documents/dist/read/reader.js',
    './read-worker.ts',
  )
  expect(file.href).toBe('file:///srv/src/touchstone/packages/documents/dist/read/read-worker.js')
})
