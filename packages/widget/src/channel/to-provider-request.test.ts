import { expect, test } from 'vitest'
import { toProviderRequest } from './to-provider-request.ts'

const paramsOf = (method: string, params: unknown) =>
  toProviderRequest({ id: '1', method, params }, 'a').params

test('converts a v1 signature request to the v2 form', () => {
  expect(paramsOf('signMessage', 'sign me')).toEqual({
    message: 'sign me',
    account: 'a',
    request: { message: 'sign me', payload: 'sign me' },
  })
  const aptos = { message: 'sign me', nonce: 'n' }
  expect(paramsOf('signMessage', aptos)).toEqual({ message: 'sign me', account: 'a', request: aptos })
  const own = { message: 'sign me', account: 'b', request: { family: 'aptos', nonce: 'n' } }
  expect(paramsOf('signMessage', own)).toBe(own)
})

test('converts a v1 transaction to the v2 form', () => {
  const common = { from: '0x1', to: '0x2', data: '0x3', gasLimit: '0x4' }
  const transaction = { ...common, chainId: '0x89' }
  expect(paramsOf('delegateTransaction', transaction)).toEqual({ ...common, chainId: '137', value: '0x0' })
  const own = { from: '0x1', to: '0x2', data: '0x3', chainId: '137', value: '0x7' }
  expect(paramsOf('delegateTransaction', own)).toBe(own)
})

test('keeps other transaction', () => {
  expect(paramsOf('getUserAccounts', undefined)).toBeUndefined()
})
