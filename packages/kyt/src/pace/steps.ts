import type { Pace } from './pacer.ts'

/** A calculation that can pause wherever it yields. */
export type Steps<Result> = Generator<void, Result>

/** Number of cheap steps, such as processing one transfer, between two possible pauses. */
export const stepsAtOnce = 64

/** Completes a calculation without pauses. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Completes a calculation, pausing so that the process can do other work. */
export async function runPaced<Result>(steps: Steps<Result>, pace: Pace): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const pause = pace.pause()
    if (pause !== undefined) await pause
  }
}

const sortedAtOnce = 256

/** Returns a sorted copy. Keeps the order of equal items, as `Array.sort` does. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Steps<Item[]> {
  let from: Item[] = []
  for (let start = 0; start < items.length; start += sortedAtOnce) {
    for (const item of items.slice(start, start + sortedAtOnce).sort(compare)) from.push(item)
    yield
  }
  let to = new Array<Item>(from.length)
  for (let width = sortedAtOnce; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + 2 * width, from.length)
      for (let left = start, right = middle, at = start; at < end; at++) {
        const isLeft =
          left < middle && (right >= end || compare(from[left] as Item, from[right] as Item) <= 0)
        to[at] = from[isLeft ? left++ : right++] as Item
        if (at % stepsAtOnce === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
