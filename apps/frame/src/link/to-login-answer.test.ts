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

test('what the published client hands on of a Cosmos wallet is taken apart', () => {
  const given = { pub_key: { type: 'tendermint/PubKeySecp256k1', value: 'key' }, signature: 'sig' }
  expect(toLoginAnswer({ family: 'cosmos' }, given)).toEqual({
    family: 'cosmos',
    publicKey: 'key',
    signature: 'sig',
  })
  const own = { publicKey: 'key', signature: 'sig' }
  expect(toLoginAnswer({ family: 'cosmos' }, own)).toEqual({ family: 'cosmos', ...own })
})

test('a proof of TON comes as an object or as its text; a signature alone proves nothing there', () => {
  const proof = { stateInit: 's', proof: { payload: 'p' } }
  expect(toLoginAnswer({ family: 'ton' }, JSON.stringify(proof))).toEqual({ family: 'ton', ...proof })
  expect(toLoginAnswer({ family: 'ton' }, 'c2lnbmF0dXJl')).toBeUndefined()
  expect(toLoginAnswer({ family: 'ton' }, '"text"')).toBeUndefined()
})
