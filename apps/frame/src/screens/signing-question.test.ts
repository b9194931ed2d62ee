import { expect, test } from 'vitest'
import { signingQuestion } from './sign-in.ts'

const requests = [
  { family: 'evm', message: 'sign me' },
  { family: 'solana', message: 'sign me' },
  { family: 'cosmos', message: 'sign me', signDoc: {} },
  { family: 'ton', payload: 'sign me' },
]

test.each(requests)('the published client gets a text for $family', (request) => {
  expect(signingQuestion(1, 'a', request)).toBe('sign me')
})

test('and for Aptos what its wallets take, and nothing more', () => {
  const request = { family: 'aptos', message: 'sign me', nonce: 'n', fullMessage: 'APTOS' }
  expect(signingQuestion(1, 'a', request)).toEqual({ message: 'sign me', nonce: 'n' })
})

test('our own widget gets all of it', () => {
  for (const request of requests)
    expect(signingQuestion(2, 'a', request)).toEqual({ message: 'sign me', account: 'a', request })
})
