import { expect, test } from 'vitest'
import { createLeavingClock } from './use-leaving.ts'

function start() {
  let at = 0
  const clock = createLeavingClock(() => at)
  return { clock, pass: (seconds: number) => (at += seconds * 1000) }
}

test('closes after 8 seconds without interaction', () => {
  const { clock, pass } = start()
  expect(clock.secondsLeft(false)).toBe(8)
  pass(7.5)
  expect(clock.secondsLeft(false)).toBe(1)
  clock.used()
  expect(clock.secondsLeft(false)).toBe(8)
  pass(8)
  expect(clock.secondsLeft(false)).toBe(0)
})

test('closes after 60 seconds despite interaction', () => {
  const { clock, pass } = start()
  for (let second = 0; second < 55; second += 5) {
    clock.used()
    expect(clock.secondsLeft(false)).toBe(8)
    pass(5)
  }
  clock.used()
  expect(clock.secondsLeft(false)).toBe(5)
  pass(5)
  expect(clock.secondsLeft(false)).toBe(0)
})

test('counts an open dialog as interaction and then shows how many of the 60 seconds remain', () => {
  const { clock, pass } = start()
  pass(5)
  expect(clock.secondsLeft(true)).toBe(55)
  pass(40)
  expect(clock.secondsLeft(true)).toBe(15)
  // The dialog is closed, so the success screen is visible again.
  expect(clock.secondsLeft(false)).toBe(8)
  pass(15)
  expect(clock.secondsLeft(true)).toBe(0)
})
