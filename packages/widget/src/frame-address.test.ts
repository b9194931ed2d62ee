import { expect, test } from 'vitest'
import { frameAddress } from './frame-address.ts'
import { readSettings } from './settings.ts'

const provider = { getAccessToken: async () => 't', getUserAccounts: async () => ['a'] }
const address = (options: object) =>
  frameAddress({
    settings: readSettings('M1', 'Shop & Söhne', provider, options),
    chainId: '0x89',
    channelId: 'c0ffee',
    origin: 'https://shop.example',
    systemColour: 'dark',
  })

const all = {
  lv: 'MeID',
  endpoint: 'https://verify.example/',
  programNo: '100000000001',
  mode: 'wallet',
  locale: 'zh-hk',
  checkAddress: true,
  rootContainer: '#place',
  accessToken: 'secret-token',
}

test('v1: contains every parameter that has a value', () => {
  expect(address({ ...all, protocol: 1 })).toBe(
    'https://verify.example/?appId=M1&name=Shop+%26+S%C3%B6hne&chainId=0x89&programNo=100000000001' +
      '&accessToken=secret-token&lv=2&mode=1&theme=auto&locale=zh-hk&checkAddress=1' +
      '&origin=https%3A%2F%2Fshop.example&channelId=c0ffee&sysColor=dark&isCustomContainer=1',
  )
})

test('v1: omits parameters without a value', () => {
  expect(address({ lv: 'zkKYC', theme: 'light', protocol: 1 })).toBe(
    'http://localhost:8080/?appId=M1&name=Shop+%26+S%C3%B6hne&chainId=0x89&lv=1&theme=light' +
      '&origin=https%3A%2F%2Fshop.example&channelId=c0ffee',
  )
})

test('v2: contains the version and no token', () => {
  const made = new URL(address(all))
  expect(made.searchParams.get('v')).toBe('2')
  expect(made.href).not.toContain('secret-token')
})

test('an e-mail login is mode 0', () => {
  expect(new URL(address({ lv: 'zkKYC', mode: 'email' })).searchParams.get('mode')).toBe('0')
})
