import type { Mark } from './find-marks.ts'

/**
 * Evenly spaced marks in a row. `places` counts pitches from the first mark, so that a missing mark leaves
 * a gap.
 */
export type Row = { marks: Mark[]; places: number[]; pitch: number; angle: number }

const fewest = 9

/** Finds rows of evenly spaced marks, longest first. Each mark belongs to one row only. */
export function findRows(marks: readonly Mark[]): Row[] {
  const grid = createIndex(marks)
  const found: Row[] = []
  const tried = new Set<Mark>()
  for (const start of marks) {
    if (tried.has(start)) continue
    let best: Row | undefined
    for (const next of grid.near(start.x, start.y, start.size * 2.2)) {
      if (next === start || !alike(start, next)) continue
      const dx = next.x - start.x
      const dy = next.y - start.y
      const far = Math.hypot(dx, dy)
      // The range of heights is wide because fillers are smaller than letters, and rows of fillers must be
      // found too.
      if (far < start.size * 0.65 || far > start.size * 2.2) continue
      const row = follow(grid, start, dx, dy)
      if (row && (best === undefined || row.marks.length > best.marks.length)) best = row
    }
    if (best === undefined || best.marks.length < fewest) continue
    found.push(best)
    for (const mark of best.marks) tried.add(mark)
  }
  found.sort((a, b) => b.marks.length - a.marks.length)
  const used = new Set<Mark>()
  return found.filter((row) => {
    const taken = row.marks.filter((mark) => used.has(mark)).length
    if (taken > row.marks.length * 0.3) return false
    for (const mark of row.marks) used.add(mark)
    return true
  })
}

type Index = { near(x: number, y: number, reach: number): Mark[] }

function createIndex(marks: readonly Mark[]): Index {
  const cell = 24
  const cells = new Map<number, Mark[]>()
  const key = (x: number, y: number) => Math.floor(y / cell) * 65536 + Math.floor(x / cell)
  for (const mark of marks) {
    const list = cells.get(key(mark.x, mark.y))
    if (list) list.push(mark)
    else cells.set(key(mark.x, mark.y), [mark])
  }
  return {
    near(x, y, reach) {
      const found: Mark[] = []
      for (let row = y - reach; row < y + reach + cell; row += cell) {
        for (let column = x - reach; column < x + reach + cell; column += cell) {
          for (const mark of cells.get(key(column, row)) ?? []) {
            if (Math.hypot(mark.x - x, mark.y - y) <= reach) found.push(mark)
          }
        }
      }
      return found
    },
  }
}

function alike(a: Mark, b: Mark): boolean {
  return a.size < b.size * 1.9 && b.size < a.size * 1.9
}

function follow(grid: Index, start: Mark, dx: number, dy: number): Row | undefined {
  const ahead = walk(grid, start, dx, dy)
  const behind = walk(grid, start, -dx, -dy)
  const marks = [...behind.marks.reverse(), start, ...ahead.marks]
  const first = behind.places.at(-1) ?? 0
  const places = [
    ...behind.places.reverse().map((place) => first - place),
    first,
    ...ahead.places.map((place) => first + place),
  ]
  const last = marks.at(-1)
  const head = marks[0]
  const span = (places.at(-1) ?? 0) - (places[0] ?? 0)
  if (!last || !head || span < 1) return undefined
  return {
    marks,
    places,
    pitch: Math.hypot(last.x - head.x, last.y - head.y) / span,
    angle: Math.atan2(last.y - head.y, last.x - head.x),
  }
}

/** Continues a row with the step between its last marks. Up to two consecutive marks can be missing. */
function walk(grid: Index, start: Mark, dx: number, dy: number): { marks: Mark[]; places: number[] } {
  const marks: Mark[] = []
  const places: number[] = []
  let at = start
  let place = 0
  let stepX = dx
  let stepY = dy
  let usual = start.size
  while (marks.length < 60) {
    let next: Mark | undefined
    let gap = 1
    for (; gap <= 3 && next === undefined; gap++) {
      const reach = Math.hypot(stepX, stepY) * (0.3 + 0.06 * gap)
      next = nearest(grid, at.x + stepX * gap, at.y + stepY * gap, reach, usual, at)
    }
    gap -= 1
    if (next === undefined) break
    const newX = (next.x - at.x) / gap
    const newY = (next.y - at.y) / gap
    // Letters are not exactly in the centre of their cells, so the step adapts slowly.
    const learn = marks.length < 3 ? 0.4 : 0.15
    stepX += (newX - stepX) * learn
    stepY += (newY - stepY) * learn
    usual += (next.size - usual) * 0.2
    place += gap
    marks.push(next)
    places.push(place)
    at = next
  }
  return { marks, places }
}

function nearest(
  grid: Index,
  x: number,
  y: number,
  reach: number,
  usual: number,
  except: Mark,
): Mark | undefined {
  let best: Mark | undefined
  let least = Number.POSITIVE_INFINITY
  for (const mark of grid.near(x, y, reach)) {
    if (mark === except || mark.size > usual * 2 || mark.size < usual * 0.45) continue
    const far = Math.hypot(mark.x - x, mark.y - y)
    if (far < least) {
      least = far
      best = mark
    }
  }
  return best
}
