import { expect, test } from 'vitest'
import { toLoginAnswer } from './to-login-answer.ts'

test('a signature alone is put under the family; the parts of others go through as they are', () => {
  expect(toLoginAnswer({ family: 'evm' }, '0xabc')).toEqual({ family: 'evm', signature: '0xabc' })
  const aptos = { publicKey: '0x1', signature: '0x2', fullMessage: 'm' }
  expect(toLoginAnswer({ family: 'aptos' }, aptos)).toEqual({ family: 'aptos', ...aptos })
  // The server's request decides the family, whatever the page says.
  expect(toLoginAnswer({ family: 'ton' }, { family: 'evm', stateInit: 's' })).toEqual({
    family: 'ton',
    stateInit: 's',
  })
})
