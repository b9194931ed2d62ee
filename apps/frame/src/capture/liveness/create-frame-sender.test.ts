import { expect, test } from 'vitest'
import { type CapturedFrame, createFrameSender } from './create-frame-sender.ts'

const frame = (atMs: number): CapturedFrame => ({ atMs, blob: new Blob(['x']) })
const times = (frames: CapturedFrame[]) => frames.map(({ atMs }) => atMs)

/** `fails` lists the indexes of the calls that fail. */
function sender(fails: (call: number) => boolean) {
  const calls: number[][] = []
  const failures: unknown[] = []
  const left: number[] = []
  const made = createFrameSender({
    batchSize: 3,
    pause: async () => undefined,
    onFailed: (error) => failures.push(error),
    onLeft: (count) => left.push(count),
    async send(frames) {
      calls.push(times(frames))
      if (fails(calls.length - 1)) throw new Error(`call ${calls.length - 1}`)
    },
  })
  return { ...made, calls, failures, left }
}

const soon = () => new Promise((resolve) => setTimeout(resolve))

test('sends frames in batches and in order, and sends the remaining frames at the end', async () => {
  const { add, flush, calls, failures, left } = sender(() => false)
  for (let at = 0; at < 8; at++) {
    add(frame(at))
    await soon()
  }
  await flush()
  expect(calls).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6, 7],
  ])
  expect(left).toEqual([0, 0, 0])
  expect(failures).toEqual([])
})

test('sends larger batches on a slow connection, up to the maximum per call', async () => {
  const { add, flush, calls, left } = sender(() => false)
  for (let at = 0; at < 17; at++) add(frame(at))
  await flush()
  expect(calls.map((call) => call.length)).toEqual([3, 12, 2])
  expect(calls.flat()).toEqual(Array.from({ length: 17 }, (_, at) => at))
  expect(left).toEqual([14, 2, 0])
})

test('retries a failed batch once before it sends the next batch', async () => {
  const { add, flush, calls, failures } = sender((call) => call === 1)
  for (let at = 0; at < 7; at++) {
    add(frame(at))
    // The second batch takes slightly longer than the first.
    if (at < 6) await soon()
  }
  await flush()
  expect(calls).toEqual([[0, 1, 2], [3, 4, 5], [3, 4, 5], [6]])
  expect(failures).toEqual([])
})

test('immediately reports a batch that fails twice, and sends nothing after it', async () => {
  const { add, flush, calls, failures } = sender((call) => call >= 1)
  for (let at = 0; at < 9; at++) {
    add(frame(at))
    await soon()
  }
  await expect(flush()).rejects.toThrow('call 2')
  expect(calls).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [3, 4, 5],
  ])
  expect(failures[0]).toEqual(new Error('call 2'))
})
