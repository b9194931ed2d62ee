import type { DocumentReader } from '@touchstone/documents'
import type { DisturbanceLevel } from '@touchstone/documents/specimens'
import type { Progress } from '../../bench/support/progress.ts'
import { cpuTime } from '../../bench/support/turns.ts'
import { makePage, today } from './make-pages.ts'
import { createTally, type Tally } from './tally.ts'
import { makeSmall, makeUnseen, unseenKinds } from './unseen.ts'

export type Sizes = { main: number; side: number }

type Tools = { reader: DocumentReader; seed: string; progress: Progress }

/**
 * Evaluates pages at one disturbance level. One page in ten is upside down, and one in ten is turned on its
 * side.
 */
export async function evaluateLevel(
  tools: Tools,
  level: DisturbanceLevel,
  pages: number,
  width?: number,
): Promise<Tally> {
  const name = width ? `${level}, ${width} pixels wide` : level
  const tally = createTally(name)
  for (let index = 0; index < pages; index++) {
    tools.progress(`reading ${name} pages`, index, pages)
    const turns = index % 10 === 3 ? 2 : index % 10 === 6 ? 1 : 0
    const page = makePage({ seed: tools.seed, index, level, turns, ...(width && { width }) })
    const [reading, ms] = await cpuTime(() => tools.reader.read({ pictures: [page.jpeg], today }))
    tally.add(page, reading, ms)
  }
  return tally
}

export async function evaluateUnseen(tools: Tools, pages: number): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const kind of unseenKinds) {
    const tally = createTally(kind)
    for (let index = 0; index < pages; index++) {
      tools.progress(`reading pages with ${kind}`, index, pages)
      const page = await makeUnseen(kind, { seed: tools.seed, index })
      const [reading, ms] = await cpuTime(() => tools.reader.read({ pictures: [page.jpeg], today }))
      tally.add(page, reading, ms)
    }
    tallies.push(tally)
  }
  return tallies
}

/** Evaluates small pictures, a few hundred pixels wide, in which the page fills the whole picture. */
export async function evaluateSmall(tools: Tools, pages: number): Promise<Tally[]> {
  const tallies: Tally[] = []
  for (const width of [600, 400, 280]) {
    const tally = createTally(`${width} pixels wide`)
    for (let index = 0; index < pages; index++) {
      tools.progress(`reading pages ${width} pixels wide`, index, pages)
      const page = await makeSmall(width, { seed: `${tools.seed} small`, index })
      const [reading, ms] = await cpuTime(() => tools.reader.read({ pictures: [page.jpeg], today }))
      tally.add(page, reading, ms)
    }
    tallies.push(tally)
  }
  return tallies
}

/**
 * Reads the same pages at the harsh level twice: from one frame, and from three frames with different hand
 * movement and lighting.
 */
export async function evaluateFrames(tools: Tools, pages: number): Promise<Tally[]> {
  const alone = createTally('one harsh frame, 900 pixels wide')
  const together = createTally('three harsh frames')
  for (let index = 0; index < pages; index++) {
    tools.progress('reading several frames', index, pages)
    const frames = [0, 1, 2].map((frame) => makeFrame(tools.seed, index, frame))
    const [first] = frames
    if (!first) continue
    const [one, oneMs] = await cpuTime(() => tools.reader.read({ pictures: [first.jpeg], today }))
    alone.add(first, one, oneMs)
    const pictures = frames.map(({ jpeg }) => jpeg)
    const [three, threeMs] = await cpuTime(() => tools.reader.read({ pictures, today }))
    together.add(first, three, threeMs)
  }
  return [alone, together]
}

function makeFrame(seed: string, index: number, frame: number) {
  return makePage({ seed: `${seed} frames`, index, level: 'harsh', width: 900, frame })
}
