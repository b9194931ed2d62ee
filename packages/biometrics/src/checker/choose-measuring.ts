import { randomInt } from 'node:crypto'

/** One of so many neighbouring frames is compared with the others, by chance, so that none is safe for a stranger. */
const embeddingEvery = 3
/** One of so many is shown to the passive model, by chance: who knew which could show it something else there. */
const passiveEvery = 12

/** What is measured of each of some frames in a row, beside the face's points. */
export function chooseMeasuring(length: number): { embedding: boolean; passive: boolean }[] {
  const compared = oneOfEvery(embeddingEvery, length)
  const judged = oneOfEvery(passiveEvery, length)
  return Array.from({ length }, (_, index) => ({
    embedding: compared.has(index),
    passive: judged.has(index),
  }))
}

/** A rest at the end gives one, too. */
function oneOfEvery(count: number, length: number): Set<number> {
  const chosen = new Set<number>()
  for (let start = 0; start < length; start += count) {
    chosen.add(start + randomInt(Math.min(count, length - start)))
  }
  return chosen
}
