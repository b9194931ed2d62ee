import { expect, test } from 'vitest'
import { acceptedTypes, fileProblem } from './file-drop.tsx'

const file = (type: string, size = 10) => new File([new Uint8Array(size)], 'file', { type })

test('accepts images, accepts PDFs only as proofs, and rejects other types and files above the size limit', () => {
  expect(fileProblem(file('image/jpeg'), 'picture')).toBeUndefined()
  expect(fileProblem(file('application/pdf'), 'picture')).toBe('wrongKind')
  expect(fileProblem(file('application/pdf'), 'proof')).toBeUndefined()
  expect(fileProblem(file('image/heic'), 'proof')).toBe('wrongKind')
  expect(fileProblem(file(''), 'proof')).toBeUndefined()
  expect(fileProblem(file('image/png', 15 * 1024 * 1024), 'picture')).toBeUndefined()
  expect(fileProblem(file('image/png', 15 * 1024 * 1024 + 1), 'picture')).toBe('tooLarge')
  expect(acceptedTypes('proof')).toContain('application/pdf')
})
