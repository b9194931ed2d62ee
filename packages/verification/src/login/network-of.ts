import { isIPv6 } from 'node:net'

/**
 * What is counted as one client: an address of IPv4, but half of one of IPv6, of which every home has as many as it
 * likes.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  const [start = '', end] = address.toLowerCase().split('::')
  const head = start === '' ? [] : start.split(':')
  const tail = end ? end.split(':') : []
  // An address in the dotted form at the end stands for two groups.
  const length = head.length + tail.length + (tail.at(-1)?.includes('.') ? 1 : 0)
  const groups = end === undefined ? head : [...head, ...Array<string>(8 - length).fill('0'), ...tail]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
