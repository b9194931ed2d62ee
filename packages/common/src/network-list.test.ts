import { expect, test } from 'vitest'
import { createNetworkList, isNetwork } from './network-list.ts'

test.each(['192.0.2.1', '192.0.2.0/24', '10.0.0.0/8', '2001:db8::/32', '2001:db8::1', '::1'])(
  'accepts the network %s',
  (text) => expect(isNetwork(text)).toBe(true),
)

test.each([
  ...[
    '',
    'x',
    '192.0.2',
    '192.0.2.1/33',
    '192.0.2.1/0',
    '0.0.0.0/0',
    '::/0',
    '::/129',
    '192.0.2.1/08',
    '192.0.2.1/',
  ],
  ...[
    '192.0.2.1/24/1',
    '::ffff:192.0.2.1',
    'fe80::1%eth0',
    ' 192.0.2.1',
    '192.0.2.1:80',
    '192.0.2.1-192.0.2.9',
  ],
])('rejects the network "%s"', (text) => expect(isNetwork(text)).toBe(false))

test('contains the addresses of its networks in every notation, and no others', () => {
  const has = createNetworkList(['192.0.2.0/25', '203.0.113.7', '2001:db8:1::/48'])
  const inside = [
    '192.0.2.1',
    '192.0.2.127',
    '203.0.113.7',
    '::ffff:192.0.2.1',
    '::ffff:c000:201',
    '192.0.2.9:4711',
  ]
  const inside6 = ['2001:db8:1::', '2001:DB8:1:0::9', '[2001:db8:1::9]:443', '2001:db8:1::9%eth0']
  for (const ip of [...inside, ...inside6]) expect(has(ip), ip).toBe(true)
  const outside = ['192.0.2.128', '203.0.113.8', '::ffff:203.0.113.8', '2001:db8:2::1', '::192.0.2.1']
  for (const ip of [...outside, undefined, '', 'unknown', '192.0.2.1, 10.0.0.1'])
    expect(has(ip), ip).toBe(false)
  expect(createNetworkList([])('192.0.2.1')).toBe(false)
})
