import { useEffect, useState } from 'react'

/** Returns the seconds until the given time, or 0 once it has passed. Updates every second. */
export function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    setLeft(secondsUntil(until))
    const timer = setInterval(() => {
      const seconds = secondsUntil(until)
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  return left
}

function secondsUntil(until: number): number {
  return Math.max(0, Math.ceil((until - now()) / 1000))
}

/** The device's time in Unix milliseconds. Changes to the system clock do not affect it. */
function now(): number {
  return Math.round(performance.timeOrigin + performance.now())
}
