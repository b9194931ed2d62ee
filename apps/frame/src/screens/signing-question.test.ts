import { expect, test } from 'vitest'
import { signingQuestion } from './sign-in.ts'

const requests = [
  { family: 'evm', message: 'sign me' },
  { family: 'solana', message: 'sign me' },
  { family: 'cosmos', message: 'sign me', signDoc: {} },
  { family: 'ton', payload: 'sign me' },
]

test.each(requests)('sends the published client a string for $family', (request) => {
  expect(signingQuestion(1, 'a', request)).toBe('sign me')
})

test('sends the published client only the fields that Aptos wallets accept', () => {
  const request = { family: 'aptos', message: 'sign me', nonce: 'n', fullMessage: 'APTOS' }
  expect(signingQuestion(1, 'a', request)).toEqual({ message: 'sign me', nonce: 'n' })
})

test('sends our own widget the full request', () => {
  for (const request of requests)
    expect(signingQuestion(2, 'a', request)).toEqual({ message: 'sign me', account: 'a', request })
})
