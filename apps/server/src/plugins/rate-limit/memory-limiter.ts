import type { Clock } from '@touchstone/common'
import { LRUCache } from 'lru-cache'
import { type RateDecision, type RateLimiter, windowMs } from './rate-limiter.ts'

/** The times of the last calls let through, as a ring: the next slot holds the oldest. */
type Ring = { times: Float64Array; next: number; count: number }

/**
 * The well-kept libraries for this (rate-limiter-flexible, @fastify/rate-limit) count in fixed windows, which let
 * through twice the limit around a boundary; hence a ring of times, constant work a call.
 */
export function createMemoryLimiter(clock: Clock): RateLimiter {
  const rings = new LRUCache<string, Ring>({ max: 100_000 })

  const take = (key: string, limit: number): RateDecision => {
    const now = clock.now()
    let ring = rings.get(key)
    if (!ring || ring.times.length !== limit) {
      ring = resized(ring, limit)
      rings.set(key, ring)
    }
    forgetOld(ring, now)
    if (ring.count >= limit) {
      return { allowed: false, remaining: 0, resetMs: oldest(ring) + windowMs - now }
    }
    ring.times[ring.next] = now
    ring.next = (ring.next + 1) % limit
    ring.count++
    return { allowed: true, remaining: limit - ring.count, resetMs: oldest(ring) + windowMs - now }
  }

  return { take, async ping() {}, async close() {} }
}

function oldest(ring: Ring): number {
  const size = ring.times.length
  return ring.times[(ring.next - ring.count + size) % size] ?? 0
}

function forgetOld(ring: Ring, now: number): void {
  // A time ahead of now means that the clock was set back: it must not shut the key out until the old hour returns.
  while (ring.count > 0 && (now - oldest(ring) >= windowMs || oldest(ring) > now)) ring.count--
}

/** A plan that changed keeps the calls already made. */
function resized(old: Ring | undefined, limit: number): Ring {
  const ring: Ring = { times: new Float64Array(limit), next: 0, count: 0 }
  if (!old) return ring
  const kept = Math.min(old.count, limit)
  for (let age = kept; age > 0; age--) {
    ring.times[ring.next] = old.times[(old.next - age + old.times.length) % old.times.length] ?? 0
    ring.next = (ring.next + 1) % limit
    ring.count++
  }
  return ring
}
