import { expect, test } from 'vitest'
import { chainOf, readParameters } from './read-parameters.ts'

const whole = {
  appId: 'M-1',
  chainId: '137',
  programNo: '123456789012',
  lv: '1',
  origin: 'https://shop.example',
  channelId: 'c',
}
const read = (changed: Record<string, string>) =>
  readParameters(`?${new URLSearchParams({ ...whole, ...changed })}`)

test('reads v1 parameters and fills in defaults', () => {
  const result = readParameters(
    '?appId=M-1&name=Shop&chainId=0x89&programNo=123456789012&accessToken=t&lv=2&mode=1&theme=dark&locale=zh-hk' +
      '&checkAddress=1&origin=https%3A%2F%2Fshop.example&channelId=c&sysColor=light&isCustomContainer=1&foo=bar',
  )
  expect(result).toEqual({
    ok: true,
    parameters: {
      version: 1,
      appId: 'M-1',
      name: 'Shop',
      chainId: '137',
      chainText: '0x89',
      programNo: '123456789012',
      accessToken: 't',
      lv: 2,
      mode: 'wallet',
      theme: 'dark',
      systemColours: 'light',
      locale: 'zh-hk',
      checkAddress: true,
      origin: 'https://shop.example',
      channelId: 'c',
    },
  })
  expect(read({})).toMatchObject({
    ok: true,
    parameters: { mode: 'email', theme: 'auto', checkAddress: false, accessToken: undefined, version: 1 },
  })
  expect(read({ v: '2' })).toMatchObject({ ok: true, parameters: { version: 2 } })
})

test.each(['appId', 'chainId', 'lv', 'origin', 'channelId'] as const)(
  'reports that %s is missing',
  (name) => {
    const { [name]: _, ...rest } = whole
    const result = readParameters(`?${new URLSearchParams(rest)}`)
    expect(result).toEqual({ ok: false, parameter: name, missing: true, locale: undefined })
  },
)

test.each([
  ['appId', 'a b'],
  ['chainId', '2'],
  ['chainId', '0xzz'],
  ['programNo', '12'],
  ['lv', '3'],
  ['mode', '2'],
  ['theme', 'blue'],
  ['locale', 'fr'],
  ['checkAddress', 'yes'],
  ['origin', 'shop.example'],
  ['origin', 'https://shop.example/path'],
  ['origin', 'javascript:alert(1)'],
  ['sysColor', 'grey'],
  ['v', '3'],
  ['lv', 'constructor'],
])('rejects %s=%s', (name, value) => {
  expect(read({ [name]: value })).toMatchObject({ ok: false, parameter: name, missing: false })
})

test.each([
  ['137', '137'],
  ['0x89', '137'],
  ['0X89', '137'],
  ['polygon', '137'],
  ['Arbitrum One', '42161'],
  ['solana', 'solana'],
  ['aptos-1', 'aptos-1'],
  ['0x1', '1'],
  ['Dogecoin', undefined],
])('maps %s to chain %s', (text, id) => {
  expect(chainOf(text)).toBe(id)
})
