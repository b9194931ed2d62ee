import { expect, test } from 'vitest'
import { Listeners } from './listeners.ts'

test('calls a listener until it is removed, once per registration', () => {
  const listeners = new Listeners()
  const told: string[] = []
  const tell = () => told.push('same')
  const remove = listeners.add('ready', tell)
  listeners.add('ready', tell)
  listeners.emit('ready')
  remove()
  remove()
  listeners.emit('ready')
  listeners.emit('close')
  expect(told).toEqual(['same', 'same', 'same'])
})

test('stops after a listener that clears all of them', () => {
  const listeners = new Listeners()
  const told: number[] = []
  listeners.add('close', () => {
    told.push(1)
    listeners.clear()
  })
  listeners.add('close', () => told.push(2))
  listeners.emit('close')
  expect(told).toEqual([1])
})

test('a listener added during an event receives only later events', () => {
  const listeners = new Listeners()
  const told: string[] = []
  const removeFirst = listeners.add('close', () => {
    removeFirst()
    listeners.add('close', () => told.push('later'))
  })
  listeners.emit('close')
  expect(told).toEqual([])
  listeners.emit('close')
  expect(told).toEqual(['later'])
})
