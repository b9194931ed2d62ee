import { BlockList, isIP } from 'node:net'

type Range = readonly [network: string, prefix: number]

/**
 * The non-public ranges in IANA's special-purpose address registry, and the metadata addresses of cloud
 * providers.
 */
const specialIpv4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's metadata service has a public address.
  ['168.63.129.16', 32],
]

/**
 * In IPv6, only global unicast addresses are public. The special ranges within global unicast are not public,
 * because they are unassigned or used for tunnels.
 */
const publicIpv6: Range = ['2000::', 3]
const specialIpv6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = listOf(specialIpv4, 'ipv4')
const globalUnicast = listOf([publicIpv6], 'ipv6')
const specialInGlobal = listOf(specialIpv6, 'ipv6')
const loopback4 = listOf([['127.0.0.0', 8]], 'ipv4')

/**
 * Returns whether a webhook may be sent to this IP address. Private addresses are rejected. Loopback
 * addresses are allowed if `rules` permits them.
 */
export function isAllowedAddress(address: string, rules: { loopback: boolean }): boolean {
  if (isLoopbackAddress(address)) return rules.loopback
  if (isIP(address) === 4) return !special.check(address, 'ipv4')
  return (
    isIP(address) === 6 && globalUnicast.check(address, 'ipv6') && !specialInGlobal.check(address, 'ipv6')
  )
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && loopback4.check(address, 'ipv4'))
}

function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}
