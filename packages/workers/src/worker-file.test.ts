import { expect, test } from 'vitest'
import { workerFile } from './worker-file.ts'

test('asked from the source, the worker is taken from the build of the same package', () => {
  const file = workerFile(
    'file:///srv/src/touchstone/packages/documents/src/read/reader.ts',
    './read-worker.ts',
  )
  expect(file.href).toBe('file:///srv/src/touchstone/packages/documents/dist/read/read-worker.js')
})

test('asked from the build, it stands beside who asks', () => {
  const file = workerFile(
    'file:///srv/src/touchstone/packages/documents/dist/read/reader.js',
    './read-worker.ts',
  )
  expect(file.href).toBe('file:///srv/src/touchstone/packages/documents/dist/read/read-worker.js')
})
