import type { FrameView } from '@touchstone/contract'
import { expect, test } from 'vitest'
import { pollDelay } from './poll-delay.ts'

test('polls while the step can advance without any action by the person', () => {
  const view = (name: string, other: object = {}) =>
    ({ device: 'own', step: { name }, ...other }) as FrameView
  expect(pollDelay(view('working'))).toBe(800)
  expect(pollDelay(view('phone-confirm', { device: 'phone' }))).toBe(800)
  expect(pollDelay(view('review'))).toBe(5000)
  expect(pollDelay(view('login-email'))).toBeUndefined()
  const handOff = { state: 'offered', expiresAt: 0 }
  expect(pollDelay(view('document', { handOff }))).toBe(800)
  expect(pollDelay(view('document', { handOff, device: 'phone' }))).toBeUndefined()
})
