import { createSeededRandom } from '@touchstone/common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { facepluginLimits } from '../match/embedding-limits.ts'
import { decideUniqueness } from '../uniqueness/decide-uniqueness.ts'
import { farthestRelevant } from '../uniqueness/uniqueness-limits.ts'
import { createGalleryMemory } from './gallery-memory.ts'

const { model, strangers } = facepluginLimits
const dimensions = 512

function direction(seed: string): Float64Array {
  const values = Float64Array.from(createSeededRandom(seed).bytes(dimensions), (byte) => byte - 127.5)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

/** Returns a template of unit length at about the given distance from another template. */
function templateAt(distance: number, from: Float64Array, seed: string): Float32Array {
  const other = direction(seed)
  const along = other.reduce((sum, value, index) => sum + value * (from[index] ?? 0), 0)
  const across = other.map((value, index) => value - along * (from[index] ?? 0))
  const length = Math.hypot(...across)
  const cosine = 1 - distance ** 2 / 2
  const sine = Math.sqrt(1 - cosine ** 2)
  return Float32Array.from(from, (value, index) => value * cosine + ((across[index] ?? 0) / length) * sine)
}

test('leads to the same decision even if the search omits people who are irrelevant to it', () => {
  // Distances near all limits of a gallery of up to 40 people, and far above the limits.
  const person = fc.record({
    distance: fc.double({ min: 0.6, max: 1.5, noNaN: true }),
    birthYear: fc.option(fc.constantFrom(1987, 1991), { nil: undefined }),
    document: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
  })
  const hashOf = (document: number | undefined) =>
    document === undefined ? undefined : new Uint8Array(32).fill(document)
  const own = direction('the person who is searched for')
  fc.assert(
    fc.property(fc.array(person, { minLength: 1, maxLength: 40 }), person, (people, searched) => {
      const memory = createGalleryMemory()
      for (const [id, { distance, birthYear, document }] of people.entries()) {
        const template = templateAt(distance, own, `person ${id}`)
        memory.put(id, `person ${id}`, model, { template, birthYear, documentHash: hashOf(document) })
      }
      const gallerySize = people.length
      const decide = (within: number | undefined) => {
        const candidates = memory.search({
          ...{ model, template: Float32Array.from(own), limit: gallerySize, within },
          ...{ birthYear: searched.birthYear, documentHash: hashOf(searched.document) },
        })
        const { verdict, reasons, ...rest } = decideUniqueness({
          candidates,
          gallerySize,
          models: [facepluginLimits],
        })
        const named = reasons.map(({ candidate, ...reason }) => ({
          ...reason,
          person: candidates[candidate ?? -1]?.person,
        }))
        const inOrder = named.toSorted((a, b) => (a.person ?? '').localeCompare(b.person ?? ''))
        return { verdict, reasons: inOrder, ...rest }
      }
      expect(decide(farthestRelevant(gallerySize, strangers))).toEqual(decide(undefined))
    }),
  )
})
