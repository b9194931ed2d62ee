import { expect, test } from 'vitest'
import { Listeners } from './listeners.ts'

test('calls a listener once per registration until it is removed', () => {
  const listeners = new Listeners()
  const errors: string[] = []
  const tell = () => errors.push('same')
  const remove = listeners.add('ready', tell)
  listeners.add('ready', tell)
  listeners.emit('ready')
  remove()
  remove()
  listeners.emit('ready')
  listeners.emit('close')
  expect(errors).toEqual(['same', 'same', 'same'])
})

test('calls no further listener after one that removes all listeners', () => {
  const listeners = new Listeners()
  const errors: number[] = []
  listeners.add('close', () => {
    errors.push(1)
    listeners.clear()
  })
  listeners.add('close', () => errors.push(2))
  listeners.emit('close')
  expect(errors).toEqual([1])
})

test('calls a listener added during an event only for later events', () => {
  const listeners = new Listeners()
  const errors: string[] = []
  const removeFirst = listeners.add('close', () => {
    removeFirst()
    listeners.add('close', () => errors.push('later'))
  })
  listeners.emit('close')
  expect(errors).toEqual([])
  listeners.emit('close')
  expect(errors).toEqual(['later'])
})
