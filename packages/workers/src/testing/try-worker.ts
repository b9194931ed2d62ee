import { threadId } from 'node:worker_threads'
import { OperatorError, UserError } from '@touchstone/common'
import { givenToWorker, serveWork } from '../serve-work.ts'

/** The worker for the pool's tests. Each task tests a different reaction of the pool. */
export default serveWork({
  given: () => givenToWorker(),
  thread: () => threadId,
  double: (value: number) => value * 2,
  sum: (bytes: Uint8Array) => bytes.reduce((total, byte) => total + byte, 0),
  /** Blocks its thread until the gate opens. */
  hold: (gate: Int32Array) => Atomics.wait(gate, 0, 0),
  spin() {
    for (;;);
  },
  hoard() {
    const kept: string[][] = []
    for (;;) kept.push(new Array<string>(1000).fill('kept').map((word, index) => word + index))
  },
  refuse() {
    throw new UserError({
      code: 'try.refused',
      message: 'This was refused.',
      remedy: 'Send something else.',
      retryable: true,
    })
  },
  failForOperator() {
    throw new OperatorError({ code: 'try.key', message: 'The key is missing.', remedy: 'Restore it.' })
  },
  fail() {
    throw new TypeError('an internal error')
  },
  exit: () => process.exit(3),
})
