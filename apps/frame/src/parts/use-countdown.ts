import { useEffect, useState } from 'react'

/** Seconds left until a time, at least 0; counts down by itself. */
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

/** Unix milliseconds by the device's clock; runs on evenly even when that clock is set meanwhile. */
function now(): number {
  return Math.round(performance.timeOrigin + performance.now())
}
