import { expect, test } from 'vitest'
import { toLoginAnswer } from './to-login-answer.ts'

test('adds the family to a plain signature and passes structured responses through', () => {
  expect(toLoginAnswer({ family: 'evm' }, '0xabc')).toEqual({ family: 'evm', signature: '0xabc' })
  const aptos = { publicKey: '0x1', signature: '0x2', fullMessage: 'm' }
  expect(toLoginAnswer({ family: 'aptos' }, aptos)).toEqual({ family: 'aptos', ...aptos })
  // The server's request determines the family, regardless of the family that the page names.
  expect(toLoginAnswer({ family: 'ton' }, { family: 'evm', stateInit: 's' })).toEqual({
    family: 'ton',
    stateInit: 's',
  })
})

test('parses the Cosmos response of the published client', () => {
  const given = { pub_key: { type: 'tendermint/PubKeySecp256k1', value: 'key' }, signature: 'sig' }
  expect(toLoginAnswer({ family: 'cosmos' }, given)).toEqual({
    family: 'cosmos',
    publicKey: 'key',
    signature: 'sig',
  })
  const own = { publicKey: 'key', signature: 'sig' }
  expect(toLoginAnswer({ family: 'cosmos' }, own)).toEqual({ family: 'cosmos', ...own })
})

test('accepts a TON proof as an object or as JSON text, and rejects a plain signature', () => {
  const proof = { stateInit: 's', proof: { payload: 'p' } }
  expect(toLoginAnswer({ family: 'ton' }, JSON.stringify(proof))).toEqual({ family: 'ton', ...proof })
  expect(toLoginAnswer({ family: 'ton' }, 'c2lnbmF0dXJl')).toBeUndefined()
  expect(toLoginAnswer({ family: 'ton' }, '"text"')).toBeUndefined()
})
