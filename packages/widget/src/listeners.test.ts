import { expect, test } from 'vitest'
import { Listeners } from './listeners.ts'

test('a listener is called until it is removed, each one once per time that it was added', () => {
  const listeners = new Listeners()
  const told: string[] = []
  const tell = () => told.push('same')
  const remove = listeners.add('ready', tell)
  listeners.add('ready', tell)
  listeners.tell('ready')
  remove()
  remove()
  listeners.tell('ready')
  listeners.tell('close')
  expect(told).toEqual(['same', 'same', 'same'])
})

test('a listener that clears all of them is the last to be called', () => {
  const listeners = new Listeners()
  const told: number[] = []
  listeners.add('close', () => {
    told.push(1)
    listeners.clear()
  })
  listeners.add('close', () => told.push(2))
  listeners.tell('close')
  expect(told).toEqual([1])
})

test('one that is added while an event is told hears the next one', () => {
  const listeners = new Listeners()
  const told: string[] = []
  const removeFirst = listeners.add('close', () => {
    removeFirst()
    listeners.add('close', () => told.push('later'))
  })
  listeners.tell('close')
  expect(told).toEqual([])
  listeners.tell('close')
  expect(told).toEqual(['later'])
})
