/** A success screen that nobody uses for so long is left, and any after so long: the hosting page waits for its result. */
export const leavingMs = { unused: 8_000, most: 60_000 }

/** When the screen leaves by itself: put off by use, but not for ever. An open question is being used. */
export function createLeavingClock(now: () => number) {
  const end = now() + leavingMs.most
  let unusedUntil = now() + leavingMs.unused
  return {
    used() {
      unusedUntil = now() + leavingMs.unused
    },
    secondsLeft(isAsking: boolean): number {
      if (isAsking) unusedUntil = now() + leavingMs.unused
      const until = isAsking ? end : Math.min(end, unusedUntil)
      return Math.max(0, Math.ceil((until - now()) / 1000))
    },
  }
}
