import type { Clock } from '@touchstone/common'
import { LRUCache } from 'lru-cache'
import { type RateDecision, type RateLimiter, type RateWindow, windowMs } from './rate-limiter.ts'

/**
 * A ring buffer with the times of the last allowed calls. The next slot to be written contains the oldest
 * time.
 */
type Ring = { times: Float64Array; next: number; count: number }

/**
 * Counts calls in the memory of this process. Established libraries (rate-limiter-flexible,
 * @fastify/rate-limit) count in fixed windows, which allow twice the limit around a window boundary. A ring
 * buffer of times is precise and needs constant time per call.
 */
export function createMemoryLimiter(clock: Clock): RateLimiter {
  const rings = new LRUCache<string, Ring>({ max: 100_000 })

  const ringOf = ({ key, limit }: RateWindow, now: number): Ring => {
    let ring = rings.get(key)
    if (!ring || ring.times.length !== limit) {
      ring = resized(ring, limit)
      rings.set(key, ring)
    }
    forgetOld(ring, now)
    return ring
  }

  const take = (windows: readonly RateWindow[], calls = 1): readonly RateDecision[] => {
    const now = clock.now()
    const rings = windows.map((window) => ringOf(window, now))
    const missing = rings.map((ring) => ring.count + calls - ring.times.length)
    if (missing.every((places) => places <= 0)) {
      for (const ring of rings) for (let call = 0; call < calls; call++) add(ring, now)
    }
    return rings.map((ring, index) => {
      const places = Math.min(Math.max(missing[index] ?? 0, 1), ring.count)
      return {
        allowed: (missing[index] ?? 0) <= 0,
        remaining: ring.times.length - ring.count,
        resetMs: ring.count === 0 ? windowMs : nthOldest(ring, places) + windowMs - now,
      }
    })
  }

  return { take, async ping() {}, async close() {} }
}

function add(ring: Ring, now: number): void {
  ring.times[ring.next] = now
  ring.next = (ring.next + 1) % ring.times.length
  ring.count++
}

const oldest = (ring: Ring): number => nthOldest(ring, 1)

function nthOldest(ring: Ring, n: number): number {
  const size = ring.times.length
  return ring.times[(ring.next - ring.count + n - 1 + size) % size] ?? 0
}

function forgetOld(ring: Ring, now: number): void {
  // A time in the future means that the clock was set back. The key must not stay locked out until the clock
  // catches up.
  while (ring.count > 0 && (now - oldest(ring) >= windowMs || oldest(ring) > now)) ring.count--
}

/** When a plan changes, previous calls still count. */
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
