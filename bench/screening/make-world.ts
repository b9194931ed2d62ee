import { createSeededRandom, randomInteger } from '@touchstone/common'
import type { ListEntry, Person } from '@touchstone/screening'
import type { LoadedList } from './load-lists.ts'

const syllables =
  'ka mo ri sha ben tor vi al dan ya mir zu has ko le nov ra sim ha fed gu ista pe char lo wi'.split(' ')

/** If the real lists are not available, generates people and lists of realistic size with invented names. */
export function makeWorld(): { lists: LoadedList[]; people: Person[] } {
  const random = createSeededRandom('screening bench')
  const word = () =>
    Array.from(
      { length: 2 + randomInteger(random, 3) },
      () => syllables[randomInteger(random, syllables.length)],
    ).join('')
  const name = () => Array.from({ length: 2 + randomInteger(random, 3) }, word).join(' ')
  const entries = Array.from({ length: 20_000 }, (_, at): ListEntry => {
    const names = Array.from({ length: 1 + randomInteger(random, 3) }, (_unused, number) => ({
      text: name(),
      quality: number === 0 ? ('primary' as const) : ('strong' as const),
    }))
    return {
      id: String(at),
      kind: 'person',
      names,
      birthDates: [],
      nationalities: [],
      documents: [],
      programs: [],
      cryptoAddresses: [],
    }
  })
  return {
    lists: [{ list: 'made', version: '1', publishedAt: null, entries }],
    people: Array.from({ length: 20_000 }, () => ({ names: [name()] })),
  }
}
