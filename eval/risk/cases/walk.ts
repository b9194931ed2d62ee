import type { LaunderingCase } from './laundering-case.ts'

/** The position of an address in the flow of funds, relative to the thief's sources. */
export type Place =
  | { readonly at: 'source' }
  | { readonly at: 'downstream'; readonly hops: number }
  /** The address sent funds to a source: a victim, or someone who paid a victim. */
  | { readonly at: 'upstream' }
  /** Stolen funds could have reached the address only through a service, where traces end. */
  | { readonly at: 'behind a service' }
  | { readonly at: 'apart' }

/** Returns the position of every address that is not a service. */
export function placesOf(the: LaunderingCase): Map<string, Place> {
  const outward = neighbours(the, 'from', 'to')
  const inward = neighbours(the, 'to', 'from')
  const isService = (address: string) => the.services.has(address)
  const downstream = walk(the.sources, outward, isService)
  const throughServices = walk(the.sources, outward, () => false)
  const upstream = walk(the.sources, inward, isService)
  const place = (address: string): Place => {
    if (the.sources.has(address)) return { at: 'source' }
    const hops = downstream.get(address)
    if (hops !== undefined) return { at: 'downstream', hops }
    if (throughServices.has(address)) return { at: 'behind a service' }
    return upstream.has(address) ? { at: 'upstream' } : { at: 'apart' }
  }
  return new Map(
    the.addresses.filter((address) => !isService(address)).map((address) => [address, place(address)]),
  )
}

function neighbours(the: LaunderingCase, near: 'from' | 'to', far: 'from' | 'to'): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const transfer of the.transfers) {
    const [one, other] = [transfer[near], transfer[far]]
    if (one === '' || other === '') continue
    found.set(one, (found.get(one) ?? new Set()).add(other))
  }
  return found
}

/**
 * Returns the smallest number of hops from the sources to each reachable address. Paths end at addresses for
 * which `stopsAt` returns true.
 */
function walk(
  sources: ReadonlySet<string>,
  next: ReadonlyMap<string, ReadonlySet<string>>,
  stopsAt: (address: string) => boolean,
): Map<string, number> {
  const hops = new Map([...sources].map((source) => [source, 0]))
  // The map grows while the loop iterates over it.
  for (const [address, hop] of hops) {
    if (stopsAt(address)) continue
    for (const other of next.get(address) ?? []) if (!hops.has(other)) hops.set(other, hop + 1)
  }
  return hops
}
