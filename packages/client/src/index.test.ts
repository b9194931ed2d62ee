import { expect, test } from 'vitest'
import * as exported from './index.ts'

test('exports only the documented names', () => {
  expect(Object.keys(exported).sort()).toEqual(['TouchstoneApiError', 'createClient', 'verifyWebhook'])
})
