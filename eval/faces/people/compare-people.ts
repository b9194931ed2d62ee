import {
  builtInLimits,
  type EmbeddingLimits,
  fuseTemplate,
  type MeasuredRate,
  type MeasuredTail,
  measuredRate,
} from '@touchstone/biometrics'
import { createSeededRandom } from '@touchstone/common'
import { labelErrors } from './label-errors.ts'
import type { Person, Photo } from './read-people.ts'

export const kinds = ['single photographs', 'fused captures', 'document against live face'] as const
export type Kind = (typeof kinds)[number]

export type Comparison = {
  kind: Kind
  model: string
  people: number
  /** The distances between the templates of the same person, for each person with several templates. */
  same: number[][]
  /**
   * The distances between templates of different people, in ascending order. `first` and `second` contain the
   * indexes of the two people, for the smallest distances only.
   */
  strangers: { distances: Float32Array; first: Uint16Array; second: Uint16Array }
  /** Number of pairs of different people. */
  pairsOfPeople: number
  tail: MeasuredTail
  rates: { rate: number; distance: number; found: MeasuredRate }[]
}

type Sample = { person: number; template: Float32Array }

/** Calculates the distances between all people with one model, and the error rates that result. */
export function comparePeople(people: readonly Person[], kind: Kind, limits: EmbeddingLimits): Comparison {
  const [probes, gallery] = samplesOf(people, kind, limits)
  const numberOf = new Map(people.map(({ name }, person) => [name, person]))
  const errors = new Set(
    labelErrors.flatMap(([a, b]) => {
      const pair = [numberOf.get(a) ?? -1, numberOf.get(b) ?? -1] as const
      return [pair[0] * people.length + pair[1], pair[1] * people.length + pair[0]]
    }),
  )
  const oneSet = probes === gallery
  const same = new Map<number, number[]>()
  const most = oneSet ? (probes.length * (probes.length - 1)) / 2 : probes.length * gallery.length
  const distances = new Float32Array(most)
  const [first, second] = [new Uint16Array(most), new Uint16Array(most)]
  let count = 0
  const [left, right] = [flat(probes), flat(gallery)]
  const length = probes[0]?.template.length ?? 0
  for (const [i, { person: a }] of probes.entries()) {
    for (let j = oneSet ? i + 1 : 0; j < gallery.length; j++) {
      const b = gallery[j]?.person ?? 0
      let product = 0
      for (let at = 0; at < length; at++)
        product += (left[i * length + at] as number) * (right[j * length + at] as number)
      const distance = Math.sqrt(Math.max(0, 2 - 2 * product))
      if (a === b) same.set(a, [...(same.get(a) ?? []), distance])
      else if (!errors.has(a * people.length + b)) {
        distances[count] = distance
        first[count] = a
        second[count] = b
        count += 1
      }
    }
  }
  const sorted = distances.slice(0, count).sort()
  const nearest = sorted[Math.floor(count * nearShare)] ?? 0
  const order: number[] = []
  for (let at = 0; at < count; at++) if ((distances[at] as number) < nearest) order.push(at)
  order.sort((a, b) => (distances[a] as number) - (distances[b] as number))
  const strangers = {
    distances: sorted,
    first: Uint16Array.from(order, (at) => first[at] as number),
    second: Uint16Array.from(order, (at) => second[at] as number),
  }
  const countOf = (samples: readonly Sample[]) => {
    const counts = new Uint8Array(people.length)
    for (const { person } of samples) counts[person] = (counts[person] ?? 0) + 1
    return counts
  }
  const owners = new Set([...probes, ...gallery].map(({ person }) => person)).size
  const pairsOfPeople = (owners * (owners - 1)) / 2
  const own = [...same.values()]
  const tail = measureTail(strangers, pairsOfPeople, [countOf(probes), countOf(gallery)])
  return {
    ...{ kind, model: limits.model, people: owners, same: own, strangers, pairsOfPeople, tail },
    rates: [1e-3, 1e-4, 1e-5].map((rate) => {
      const distance = strangers.distances[Math.floor(rate * count)] ?? 0
      return { rate, distance, found: shareOfPeople(own, (each) => each <= distance) }
    }),
  }
}

/**
 * Returns two lists of samples to compare with each other. If all samples are compared with one another, both
 * are the same list.
 */
function samplesOf(people: readonly Person[], kind: Kind, limits: EmbeddingLimits): [Sample[], Sample[]] {
  const fused = (person: number, photos: readonly Photo[]): Sample[] => {
    // All photographs have the same weight, because they were taken on different days.
    const faces = photos.map(({ templates }) => faceOf(templates.get(limits.model), limits.model))
    const template = fuseTemplate(faces, limits)?.template
    return template ? [{ person, template }] : []
  }
  if (kind === 'single photographs') {
    const all = people.flatMap(({ photos }, person) => photos.flatMap((photo) => fused(person, [photo])))
    return [all, all]
  }
  if (kind === 'fused captures') {
    const all = people.flatMap(({ photos }, person) => {
      if (photos.length < 2) return []
      if (photos.length < 4) return fused(person, photos)
      return [...fused(person, photos.slice(0, 2)), ...fused(person, photos.slice(2))]
    })
    return [all, all]
  }
  const documents = people.flatMap(({ print }, person) => (print ? fused(person, [print]) : []))
  const live = people.flatMap(({ photos, print }, person) => (print ? fused(person, photos.slice(1)) : []))
  return [documents, live]
}

type Face = NonNullable<Parameters<typeof fuseTemplate>[0][number]>

function faceOf(embedding: Float32Array | undefined, model: string): Face | undefined {
  if (embedding === undefined) return undefined
  const straight = { pose: { yaw: 0, pitch: 0, roll: 0 }, sharpness: 1, embedding }
  return { ...straight, ...(model !== builtInLimits.model && { embeddedBy: model }) } as Face
}

function flat(samples: readonly Sample[]): Float32Array {
  const length = samples[0]?.template.length ?? 0
  const all = new Float32Array(samples.length * length)
  for (const [index, { template }] of samples.entries()) all.set(template, index * length)
  return all
}

/**
 * Returns the mean share of a person's pairs that satisfy the condition. Every person has the same weight.
 */
export function shareOfPeople(same: readonly number[][], holds: (distance: number) => boolean): MeasuredRate {
  const shares = same.map((distances) => distances.filter(holds).length / distances.length)
  return measuredRate(
    shares.reduce((sum, share) => sum + share, 0),
    same.length,
  )
}

const rates = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6]
/**
 * Share of all pairs of strangers, starting with the nearest, that is used to fit the tail below the measured
 * rates.
 */
const fitted = 3e-4
const draws = 400
/** The share of all pairs of strangers, starting with the nearest, for which both people are recorded. */
const nearShare = 0.02

/**
 * Returns the distances at which the rates hold with 95 % confidence, and the decay of the tail below the
 * lowest of these rates. Resamples people instead of pairs (bootstrap), because a person who resembles many
 * others affects many pairs. No distance exceeds the Clopper-Pearson limit for independent pairs of people,
 * which is stricter at the lowest rates.
 */
function measureTail(
  { distances, first, second }: Comparison['strangers'],
  pairsOfPeople: number,
  [probes, gallery]: readonly [Uint8Array, Uint8Array],
): MeasuredTail {
  const count = distances.length
  const people = probes.length
  const random = createSeededRandom('people')
  const near = first.length
  const drawn = Array.from({ length: draws }, () => {
    const bytes = random.bytes(people * 4)
    const weights = new Uint8Array(people)
    for (let index = 0; index < people; index++) {
      const chosen = bytes.readUInt32BE(index * 4) % people
      weights[chosen] = (weights[chosen] ?? 0) + 1
    }
    const weightAt = (at: number) =>
      (weights[first[at] as number] as number) * (weights[second[at] as number] as number)
    // The number of drawn pairs, scaled so that an unweighted draw has `count` pairs. People are not paired
    // with themselves.
    const [drawnPairs, allPairs] = [pairsOf(probes, gallery, weights), pairsOf(probes, gallery)]
    const all = (drawnPairs / allPairs) * count
    const limits: number[] = []
    let [sum, excess, nearest] = [0, 0, 0]
    const edge = distances[Math.floor(count * fitted)] as number
    for (let at = 0; at < near; at++) {
      const weight = weightAt(at)
      const distance = distances[at] as number
      if (distance <= edge) {
        excess += weight * (edge - distance)
        nearest += weight
      }
      while (limits.length < rates.length && sum + weight > (rates.at(-1 - limits.length) ?? 1) * all)
        limits.push(distance)
      sum += weight
    }
    while (limits.length < rates.length) limits.push(distances[near - 1] as number)
    return { limits: limits.reverse(), decade: (excess / nearest) * Math.LN10 }
  })
  const quantile = (values: number[], share: number) =>
    values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
  const points = rates.flatMap((rate, index) => {
    const allowed = allowedHits(rate, pairsOfPeople)
    if (allowed < 1) return []
    const sure = quantile(
      drawn.map(({ limits }) => limits[index] ?? 0),
      0.05,
    )
    const free = nearestPair({ distances, first, second }, allowed, people)
    return [{ rate, distance: Math.floor(Math.min(sure, free) * 1e4 - 1) / 1e4 }]
  })
  const decade = quantile(
    drawn.map((each) => each.decade),
    0.95,
  )
  return { points, decade: Math.ceil(decade * 1e4) / 1e4 }
}

/**
 * Returns the weighted number of pairs that consist of a probe and a gallery sample from different people.
 */
function pairsOf(probes: Uint8Array, gallery: Uint8Array, weights?: Uint8Array): number {
  let [left, right, own] = [0, 0, 0]
  for (const [person, count] of probes.entries()) {
    const weight = weights?.[person] ?? 1
    const other = gallery[person] ?? 0
    left += weight * count
    right += weight * other
    own += weight * count * weight * other
  }
  return left * right - own
}

/**
 * Returns the maximum number of hits in `of` trials at which the upper confidence bound does not exceed the
 * rate.
 */
function allowedHits(rate: number, of: number): number {
  let [low, high] = [-1, Math.ceil(rate * of)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (middle >= 0 && measuredRate(middle, of).high > rate) high = middle - 1
    else low = middle
  }
  return low
}

/** Returns the distance of the nearest pair of people after skipping `nearer` pairs. */
function nearestPair(
  { distances, first, second }: Comparison['strangers'],
  nearer: number,
  people: number,
): number {
  const seen = new Set<number>()
  for (let at = 0; at < first.length; at++) {
    const [a, b] = [first[at] as number, second[at] as number]
    seen.add(Math.min(a, b) * people + Math.max(a, b))
    if (seen.size > nearer) return distances[at] as number
  }
  return 0
}
