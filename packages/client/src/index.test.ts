import { expect, test } from 'vitest'
import * as exported from './index.ts'

test('nothing is exported by accident', () => {
  expect(Object.keys(exported).sort()).toEqual(['TouchstoneApiError', 'createClient', 'verifyWebhook'])
})
