import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network that identifies a client for rate limiting: the address itself for IPv4, or the /64
 * prefix for IPv6, because every household controls a whole /64. An IPv4-mapped IPv6 address counts as IPv4.
 * Ports are ignored. Any other text maps to the network `unknown`, so that invalid addresses share one limit.
 */
export function networkOf(ip: string | undefined): string {
  const address = plainAddress(ip)
  if (address === undefined) return 'unknown'
  if (isIPv4(address)) return address
  const network = groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * Returns a client's address without port and zone, with an IPv4-mapped IPv6 address as IPv4. Returns undefined for
 * any other text.
 */
export function plainAddress(ip: string | undefined): string | undefined {
  const address = withoutPort(ip ?? '').split('%', 1)[0] ?? ''
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  return address
}

/**
 * Removes the port from forms such as `192.0.2.7:1234` and `[2001:db8::1]:1234`, which some proxies send. The
 * port is ignored, because it is different for each connection.
 */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  return bracketed ?? plain ?? text
}

/** Returns the eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [start = '', end] = address.split('::')
  const head = numbersIn(start)
  if (end === undefined) return head
  const tail = numbersIn(end)
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function numbersIn(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    // A trailing dotted-decimal address replaces two groups.
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
