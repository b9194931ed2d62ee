export type Deed = (now: number) => void

/**
 * Scheduled events in chronological order. Events in the same second run in the order in which they were
 * added.
 */
export type Agenda = {
  /** Schedules an event at a time in Unix seconds. Events after the end of the demo world are dropped. */
  at(time: number, deed: Deed): void
  next(): { readonly time: number; readonly deed: Deed } | undefined
}

type Entry = { readonly time: number; readonly order: number; readonly deed: Deed }

export function createAgenda(end: number): Agenda {
  const heap: Entry[] = []
  let order = 0

  const isBefore = (one: Entry, other: Entry) =>
    one.time < other.time || (one.time === other.time && one.order < other.order)

  function sink(entry: Entry): void {
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      let smallest = heap[child]
      const right = heap[child + 1]
      if (smallest === undefined) break
      if (right !== undefined && isBefore(right, smallest)) {
        smallest = right
        child++
      }
      if (isBefore(entry, smallest)) break
      heap[hole] = smallest
      hole = child
    }
    heap[hole] = entry
  }

  return {
    at(time, deed) {
      const entry = { time: Math.floor(time), order: order++, deed }
      if (entry.time >= end) return
      let hole = heap.length
      while (hole > 0) {
        const parent = (hole - 1) >> 1
        const above = heap[parent]
        if (above === undefined || isBefore(above, entry)) break
        heap[hole] = above
        hole = parent
      }
      heap[hole] = entry
    },
    next() {
      const first = heap[0]
      const last = heap.pop()
      if (last !== undefined && last !== first) sink(last)
      return first
    },
  }
}
