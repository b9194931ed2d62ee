import { expect, test } from 'vitest'
import { missingFeatures } from './missing-features.ts'

const whole = {
  navigator: { mediaDevices: { getUserMedia: () => {} } },
  WebAssembly: {},
  crypto: { subtle: {} },
  indexedDB: {},
  Worker: class {},
}

test('a whole browser lacks nothing; each part that is absent is named', () => {
  expect(missingFeatures(whole)).toEqual([])
  // As over plain http: no camera, no cryptography.
  expect(missingFeatures({ ...whole, navigator: {}, crypto: {} })).toEqual(['camera', 'cryptography'])
  expect(missingFeatures({ ...whole, indexedDB: null })).toEqual(['storage'])
  expect(missingFeatures({ navigator: {} })).toHaveLength(5)
})
