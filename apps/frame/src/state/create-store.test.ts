import { expect, test } from 'vitest'
import { createStore } from './create-store.ts'

test('notifies listeners of changes until they unsubscribe', () => {
  const store = createStore({ a: 1, b: 'x' })
  const seen: number[] = []
  const leave = store.subscribe(() => seen.push(store.get().a))
  const before = store.get()
  store.set({ a: 1 })
  expect(store.get()).toBe(before)
  store.set({ a: 2 })
  expect(before.a).toBe(1)
  leave()
  store.set({ a: 3 })
  expect(seen).toEqual([2])
  expect(store.get()).toEqual({ a: 3, b: 'x' })
})
