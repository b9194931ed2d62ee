import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFaceprint, sealFaceprint } from './seal-faceprint.ts'

const key = Buffer.alloc(32, 9)
const owner = { person: 'person-1', model: 'face/1', keyId: 3 }
const faceprint = {
  template: Float32Array.from({ length: 128 }, (_, index) => Math.fround(index / 128)),
  birthYear: 1987,
  documentHash: new Uint8Array(32).fill(5),
}

test('restores the content of a sealed faceprint', () => {
  const anything = fc.record({
    template: fc.array(fc.float({ noNaN: true }), { minLength: 1, maxLength: 16 }),
    birthYear: fc.option(fc.integer({ min: 1, max: 9999 }), { nil: undefined }),
    documentHash: fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(anything, ({ template, birthYear, documentHash }) => {
      const sealed = sealFaceprint(
        key,
        { template: Float32Array.from(template), birthYear, documentHash },
        owner,
      )
      const opened = openFaceprint(key, sealed, owner)
      expect([...opened.template]).toEqual(template)
      expect(opened.birthYear).toBe(birthYear)
      expect(opened.documentHash).toEqual(documentHash)
    }),
  )
})

test('produces unrelated results when the same face is sealed twice', () => {
  const [one, other] = [sealFaceprint(key, faceprint, owner), sealFaceprint(key, faceprint, owner)]
  expect(one.length).toBe(other.length)
  const equal = one.filter((byte, index) => byte === other[index]).length
  // About one in 256 bytes is equal by chance. Three times as many would indicate a pattern.
  expect(equal).toBeLessThan((one.length / 256) * 6)
})

test.each([
  ['another key', randomBytes(32), owner],
  ['another person', key, { ...owner, person: 'person-2' }],
  ['another model', key, { ...owner, model: 'face/2' }],
  ['another data key’s number', key, { ...owner, keyId: 4 }],
])('does not open a faceprint with %s', (_, otherKey, otherOwner) => {
  const sealed = sealFaceprint(key, faceprint, owner)
  expect(() => openFaceprint(otherKey, sealed, otherOwner)).toThrow()
})

test('detects a flipped bit at any position', () => {
  const sealed = sealFaceprint(key, faceprint, owner)
  for (let at = 0; at < sealed.length; at += 7) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openFaceprint(key, changed, owner)).toThrow()
  }
  expect(() => openFaceprint(key, sealed.subarray(0, 20), owner)).toThrow()
})
