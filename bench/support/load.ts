import { connect, type Socket } from 'node:net'
import { percentile, type Rate } from './numbers.ts'
import { LossError, requireAll } from './require-all.ts'
import { serveRole } from './role.ts'

/**
 * The load generator: HTTP/1.1 over persistent connections, each with one call at a time. It sends prepared
 * bytes and parses only the required parts of each response, so that it is never slower than the server.
 */
export type LoadQuestion = {
  port: number
  /** Complete HTTP requests, sent in turn. */
  requests: readonly string[]
  connections: number
  /**
   * The prefix that every response body must have. A call with a different body or a status other than 200
   * counts as lost.
   */
  answerStart: string
  /**
   * If set, a response with the status 429 or 503 does not count as lost, and its connection waits for this
   * time before the next call.
   */
  pauseAfterRefusalMs?: number
} & ({ warmupSeconds: number; seconds: number } | { count: number })

export type LoadAnswer = Rate & {
  /** Total number of answered calls, including the warm-up. */
  answered: number
  /**
   * Share of one core that the load generator used. If it is close to 1, the load generator limits the rate,
   * not the server.
   */
  cpu: number
}

serveRole<LoadQuestion, LoadAnswer>(async (question, onProgress) => {
  const { connections, requests } = question
  const timed = 'seconds' in question
  const samples: number[] = []
  const startedAt = performance.now()
  let measureFrom = timed ? Number.POSITIVE_INFINITY : startedAt
  let measureUntil = Number.POSITIVE_INFINITY
  let cpuBefore = process.cpuUsage()
  let sent = 0
  let answered = 0
  let served = 0

  const nextRequest = () => (timed || sent < question.count ? requests[sent++ % requests.length] : undefined)
  const onAnswer = (sentAt: number, now: number, isFirst: boolean): boolean => {
    answered++
    if (isFirst) served++
    // If each call takes a long time, the server accepts connections slowly. The warm-up ends only when all
    // connections have been served.
    const warm = timed && served === connections && now - startedAt >= question.warmupSeconds * 1000
    if (warm && measureUntil === Number.POSITIVE_INFINITY) {
      measureFrom = now
      measureUntil = now + question.seconds * 1000
      cpuBefore = process.cpuUsage()
    }
    if (now > measureFrom && now < measureUntil) samples.push(now - sentAt)
    if (!timed && answered % 1000 === 0) onProgress(answered, question.count)
    return now < measureUntil
  }
  await Promise.all(Array.from({ length: connections }, () => drive(question, nextRequest, onAnswer)))
  requireAll({ what: 'calls', expected: timed ? sent : question.count, seen: answered })

  const cpu = process.cpuUsage(cpuBefore)
  const seconds = (performance.now() - measureFrom) / 1000
  return {
    perSecond: samples.length / (timed ? question.seconds : seconds),
    p50: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
    answered,
    cpu: (cpu.user + cpu.system) / 1e6 / seconds,
  }
})

/** Drives one connection: sends the next request after each complete response, until no requests are left. */
function drive(
  question: LoadQuestion,
  nextRequest: () => string | undefined,
  onAnswer: (sentAt: number, now: number, isFirst: boolean) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port: question.port, host: '127.0.0.1', noDelay: true })
    let received: Buffer = Buffer.alloc(0)
    let sentAt = 0
    let isFirst = true
    const { pauseAfterRefusalMs } = question

    const ask = () => {
      const request = nextRequest()
      if (request === undefined) return finish()
      sentAt = performance.now()
      socket.write(request, 'latin1')
    }
    const finish = () => {
      resolve()
      socket.destroy()
    }
    const fail = (why: string) => {
      reject(new LossError(`lost a call: the server under load ${why}`))
      socket.destroy()
    }

    socket.once('connect', ask)
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const length = answerLength(received)
      if (length === undefined || received.length < length) return
      const start = received.indexOf('\r\n\r\n') + 4
      const status = received.toString('latin1', 9, 12)
      const isRefused = pauseAfterRefusalMs !== undefined && (status === '429' || status === '503')
      const good =
        (status === '200' || isRefused) &&
        received.toString('latin1', start, start + question.answerStart.length) === question.answerStart
      if (!good) return fail(`answered: ${received.toString('utf8', 0, 2000)}`)
      received = received.subarray(length)
      const goOn = onAnswer(sentAt, performance.now(), isFirst)
      isFirst = false
      if (goOn && isRefused) setTimeout(ask, pauseAfterRefusalMs)
      else if (goOn) ask()
      else finish()
    })
    socket.once('error', (error) => fail(`broke the connection (${error.message})`))
    socket.once('close', () => fail('closed the connection'))
  })
}

/** Returns the length of the complete response in bytes, or undefined if the headers are incomplete. */
function answerLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('a response under load has no content-length')
  return headEnd + 4 + Number(length)
}
