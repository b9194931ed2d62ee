import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrameMessage } from './read-frame-message.ts'

test.each([
  [{ event: 'prepared', channelId: 'c' }, { event: 'ready' }],
  [{ event: 'ready' }, { event: 'ready' }],
  [
    { id: '1', method: 'getUserAccounts' },
    { id: '1', method: 'getUserAccounts', params: undefined },
  ],
])('parses %j', (data, expected) => {
  expect(readFrameMessage(data)).toEqual(expected)
})

test.each([
  null,
  undefined,
  'prepared',
  7,
  [],
  {},
  { event: 'unheard-of' },
  { event: 'toString' },
  { event: '__proto__' },
  { event: ['ready'] },
  { event: 'finished' },
  { event: 'finished', verifiedAddress: 1, programNo: '' },
  { event: 'step', name: 'login', index: '1', of: 2 },
  { event: 'closingAnswer', close: 'yes' },
  { event: 'hello', channelId: 'c', versions: 2 },
  { id: 1, method: 'getUserAccounts' },
  { id: '1', method: {} },
])('%j is not', (data) => {
  expect(readFrameMessage(data)).toBeUndefined()
})

test('never throws on any input', () => {
  fc.assert(
    fc.property(fc.anything({ withMap: true, withDate: true, withBigInt: true }), (data) => {
      readFrameMessage(data)
    }),
  )
})
