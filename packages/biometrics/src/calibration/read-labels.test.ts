import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { groupPairs } from './group-pairs.ts'
import { checkReadable, readPairs, readPictures } from './read-labels.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-labels-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'labels.csv')
const write = (...lines: string[]) => writeFileSync(file, lines.join('\r\n'))

test('reads pairs and resolves paths relative to their file', () => {
  write('file_x,file_y,Decision', 'a,b,Yes', '', ' a , x , no', '')
  expect(readPairs(file)).toEqual([
    { line: 2, first: join(folder, 'a'), second: join(folder, 'b'), same: true },
    { line: 4, first: join(folder, 'a'), second: join(folder, 'x'), same: false },
  ])
})

test('reads each picture’s label as live or as a kind of attack', () => {
  write('picture,live,attack', 'a,1', 'b,0,Print', 'c,0,')
  expect(readPictures(file).map(({ live, attack }) => [live, attack])).toEqual([
    [true, 'attack'],
    [false, 'print'],
    [false, 'attack'],
  ])
})

test('reports the line of an invalid label, of a repeated picture and of a missing picture', () => {
  const messageOf = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      return (error as Error).message.replace(file, 'FILE')
    }
    return 'read'
  }
  write('first,second,same', 'a,b,Yes', 'a,b')
  expect(messageOf(() => readPairs(file))).toBe(
    'FILE, line 3: expected 3 fields, separated by commas and without quotes.',
  )
  write('first,second,same', '"a",b,Yes')
  expect(messageOf(() => readPairs(file))).toContain('line 2: expected 3 fields')
  write('first,second,same', 'a,b,perhaps')
  expect(messageOf(() => readPairs(file))).toBe('FILE, line 2: the label is neither Yes nor No.')
  write('picture,live', 'a,yes', './a,no')
  expect(messageOf(() => readPictures(file))).toBe(
    'FILE, line 3: the photograph is already on an earlier line.',
  )
  // File names can contain people's names, so errors must not include them.
  const absent = () => checkReadable(file, [{ line: 7, path: join(folder, 'ann.jpg') }])
  expect(messageOf(absent)).toBe('FILE, line 7: the photograph cannot be read.')
  expect(messageOf(() => readPairs(join(folder, 'absent.csv')))).toContain('cannot be read: ENOENT')
})

test('groups photographs by person using same-person pairs, and counts each pair of people only once', () => {
  const pair = (first: string, second: string, same: boolean, distance: number, line = 2) => ({
    ...{ line, first, second, same, distance },
  })
  const pairs = [
    pair('a1', 'a2', true, 0.3),
    pair('a3', 'a2', true, 0.2),
    pair('b1', 'b2', true, 0.1),
    pair('a1', 'b1', false, 1.2),
    pair('a3', 'b2', false, 1.1),
    pair('c1', 'a1', false, 1.3),
  ]
  expect(groupPairs(pairs, file)).toEqual({
    people: 3,
    same: [[0.3, 0.2], [0.1]],
    strangers: [1.1, 1.3],
  })
  const contradiction = [...pairs, pair('a1', 'a3', false, 0.2, 8)]
  expect(() => groupPairs(contradiction, file)).toThrow(
    expect.objectContaining({
      code: 'biometrics.calibration',
      message: expect.stringContaining('line 8: the pair is labelled as different people'),
    }),
  )
})
