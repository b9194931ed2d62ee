import { BlockList, isIP, isIPv4 } from 'node:net'
import { plainAddress } from './network-of.ts'

/**
 * Returns whether a text is an address, or a network (CIDR) with a prefix of at least one bit. IPv4-mapped IPv6
 * addresses must be written in IPv4 notation.
 */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || /%|^::ffff:/i.test(address) || rest.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128)
}

/** Returns a function that checks whether a client's address belongs to one of the networks. */
export function createNetworkList(networks: readonly string[]): (ip: string | undefined) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (ip) => {
    const address = plainAddress(ip)
    return address !== undefined && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  }
}
