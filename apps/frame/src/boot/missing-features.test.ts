import { expect, test } from 'vitest'
import { missingFeatures } from './missing-features.ts'

const whole = {
  navigator: { mediaDevices: { getUserMedia: () => {} } },
  WebAssembly: {},
  crypto: { subtle: {} },
  indexedDB: {},
  Worker: class {},
}

test('returns each missing feature, and nothing for a complete browser', () => {
  expect(missingFeatures(whole)).toEqual([])
  // A page served over plain HTTP has neither camera nor cryptography.
  expect(missingFeatures({ ...whole, navigator: {}, crypto: {} })).toEqual(['camera', 'cryptography'])
  expect(missingFeatures({ ...whole, indexedDB: null })).toEqual(['storage'])
  expect(missingFeatures({ navigator: {} })).toHaveLength(5)
})
