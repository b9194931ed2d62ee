import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** A query function whose results the test controls. */
function slowEngine() {
  const questions: { keys: readonly number[]; answer(): void; fail(error: Error): void }[] = []
  const ask = coalesce<number, string>({
    identify: String,
    fetch: (keys) =>
      new Promise((resolve, reject) => {
        questions.push({
          keys,
          answer: () =>
            resolve(new Map(keys.filter((key) => key < 100).map((key) => [String(key), `<${key}>`]))),
          fail: reject,
        })
      }),
    maxKeys: 3,
    maxQueries: 1,
  })
  const lookUp = async (...keys: number[]) => {
    const found = await ask(keys)
    return keys.map((key) => found.get(String(key)) ?? 'nothing').join()
  }
  return { questions, lookUp }
}
/**
 * Waits for one turn of the event loop, in which results are delivered, and for another turn, in which the
 * next query is sent.
 */
const turn = async () => {
  for (let times = 0; times < 2; times += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('batches concurrent lookups and gives each caller its own result', async () => {
  const { questions, lookUp } = slowEngine()
  const answers = Promise.all([lookUp(1), lookUp(2, 1), lookUp(100)])
  await turn()
  expect(questions.map(({ keys }) => keys)).toEqual([[1, 2, 100]])
  questions[0]?.answer()
  expect(await answers).toEqual(['<1>', '<2>,<1>', 'nothing'])
})

test('batches lookups that arrive during a query, up to the key limit', async () => {
  const { questions, lookUp } = slowEngine()
  const first = lookUp(1)
  await turn()
  const others = Promise.all([lookUp(2), lookUp(3), lookUp(4), lookUp(5)])
  await turn()
  expect(questions).toHaveLength(1)
  questions[0]?.answer()
  expect(await first).toBe('<1>')
  await turn()
  expect(questions[1]?.keys).toEqual([2, 3, 4])
  questions[1]?.answer()
  await turn()
  expect(questions[2]?.keys).toEqual([5])
  questions[2]?.answer()
  expect(await others).toEqual(['<2>', '<3>', '<4>', '<5>'])
})

test("keeps all of a caller's keys in one batch", async () => {
  const { questions, lookUp } = slowEngine()
  const many = lookUp(1, 2, 3, 4, 5)
  const another = lookUp(6)
  await turn()
  expect(questions.map(({ keys }) => keys)).toEqual([[1, 2, 3, 4, 5]])
  questions[0]?.answer()
  expect(await many).toBe('<1>,<2>,<3>,<4>,<5>')
  await turn()
  questions[1]?.answer()
  expect(await another).toBe('<6>')
})

test('rejects the callers of a failed query, and sends a new query for the next lookup', async () => {
  const { questions, lookUp } = slowEngine()
  const failing = lookUp(1)
  await turn()
  questions[0]?.fail(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  const again = lookUp(1)
  await turn()
  questions[1]?.answer()
  expect(await again).toBe('<1>')
})
