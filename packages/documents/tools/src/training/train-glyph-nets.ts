import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createSeededRandom } from '@touchstone/common'
import { glyphWeightCount } from '#src/read/glyph-net'
import { createDice } from '../specimens/create-dice.ts'
import { createTrainer } from './create-trainer.ts'
import { type Course, drawLesson } from './draw-lesson.ts'

/**
 * Creates assets/glyph-nets.bin: `node tools/dist/training/train-glyph-nets.js`. Trains two networks on
 * different lessons, each in a separate thread, so that they make different errors. The same seeds on the
 * same Node.js version produce the same weights.
 */
const seeds = ['glyph net 1', 'glyph net 2']
const batch = 64
const firstRate = { wide: 0.0015, last: 0.0006 }

type Task = { seed: string; samples: Record<Course, number>; start?: Float32Array }

if (isMainThread) await trainAll()
else parentPort?.postMessage(await trainOne(workerData as Task))

async function trainAll(): Promise<void> {
  const { values } = parseArgs({
    options: {
      wide: { type: 'string', default: '300000' },
      last: { type: 'string', default: '80000' },
      /** A file written by the first course. If given, only the last course is run. */
      from: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const file = values.out ?? new URL('../../../assets/glyph-nets.bin', import.meta.url)
  const samples = { wide: Number(values.wide), last: Number(values.last) }
  const made = values.from === undefined ? undefined : new Float32Array(readFileSync(values.from).buffer)
  const all = new Float32Array(glyphWeightCount * seeds.length)
  const learn = async (seed: string, index: number) => {
    const place = index * glyphWeightCount
    const start = made?.slice(place, place + glyphWeightCount)
    const worker = new Worker(new URL(import.meta.url), { workerData: { seed, samples, start } })
    const [numbers] = (await once(worker, 'message')) as [Float32Array]
    all.set(numbers, place)
  }
  await Promise.all(seeds.map(learn))
  const bytes = Buffer.from(all.buffer)
  writeFileSync(file, bytes)
  process.stdout.write(`${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}\n`)
}

/**
 * The second course has a separate random number generator and trainer, so that it can be repeated without
 * the first course.
 */
async function trainOne({ seed, samples, start }: Task): Promise<Float32Array> {
  const wide = start ?? (await train(seed, 'wide', samples.wide))
  return samples.last === 0 ? wide : train(`${seed}, last`, 'last', samples.last, wide)
}

async function train(
  seed: string,
  course: Course,
  samples: number,
  start?: Float32Array,
): Promise<Float32Array> {
  const dice = createDice(createSeededRandom(seed))
  const trainer = createTrainer(dice, start)
  let pool: { patch: Float32Array; label: number }[] = []
  let seen = 0
  let told = 0
  let right = 0
  let loss = 0
  while (seen < samples) {
    // Characters in the same strip share lighting and blur, so several strips are shuffled together before
    // training.
    while (pool.length < batch * 120) {
      const lesson = await drawLesson(dice, course)
      for (const [at, patch] of lesson.patches.entries()) pool.push({ patch, label: lesson.labels[at] ?? 0 })
    }
    for (let at = pool.length - 1; at > 0; at--) {
      const other = dice.whole(at + 1)
      const [a, b] = [pool[at], pool[other]]
      if (a && b) {
        pool[at] = b
        pool[other] = a
      }
    }
    while (pool.length >= batch && seen < samples) {
      const taken = pool.splice(-batch)
      const rate = firstRate[course] * (0.02 + 0.98 * 0.5 * (1 + Math.cos((Math.PI * seen) / samples)))
      const made = trainer.learn(
        taken.map(({ patch }) => patch),
        taken.map(({ label }) => label),
        rate,
      )
      seen += batch
      right += made.right
      loss += made.loss * batch
    }
    pool = pool.slice(0, batch - 1)
    if (seen - told >= 20_000) {
      const share = ((right / (seen - told)) * 100).toFixed(2)
      process.stdout.write(
        `${seed}: ${seen} samples, loss ${(loss / (seen - told)).toFixed(4)}, correct ${share}%\n`,
      )
      told = seen
      right = 0
      loss = 0
    }
  }
  return trainer.numbers
}
