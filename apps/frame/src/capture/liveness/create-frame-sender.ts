export type CapturedFrame = { atMs: number; blob: Blob }

/** Sends frames in chronological order while later frames are still being recorded. */
export type FrameSender = {
  add(frame: CapturedFrame): void
  /** Sends the remaining frames. Rejects with the error of any failed batch, including earlier ones. */
  flush(): Promise<void>
}

/** The server's limit on the number of frames in one call. */
const mostAtOnce = 12

/**
 * Creates a sender that collects frames into batches of at least `batchSize`. On a slow connection, batches
 * grow up to the server's limit. A failed batch is retried once.
 */
export function createFrameSender(options: {
  batchSize: number
  send: (frames: CapturedFrame[]) => Promise<void>
  onFailed: (error: unknown) => void
  /** Called with the number of unsent frames whenever the server has received a batch. */
  onLeft: (left: number) => void
  pause: () => Promise<void>
}): FrameSender {
  const { batchSize, send, onFailed, onLeft, pause } = options
  const waiting: CapturedFrame[] = []
  let fewest = Math.min(batchSize, mostAtOnce)
  let sending: Promise<void> | undefined
  let failure: { error: unknown } | undefined

  function pump(): Promise<void> {
    sending ??= sendWaiting()
      .catch((error: unknown) => {
        failure = { error }
        onFailed(error)
      })
      .finally(() => {
        sending = undefined
      })
    return sending
  }

  async function sendWaiting(): Promise<void> {
    while (waiting.length >= fewest) {
      await sendTwice(waiting.splice(0, mostAtOnce))
      onLeft(waiting.length)
    }
  }

  async function sendTwice(frames: CapturedFrame[]): Promise<void> {
    try {
      await send(frames)
    } catch {
      await pause()
      await send(frames)
    }
  }

  return {
    add(frame) {
      waiting.push(frame)
      if (failure === undefined && waiting.length >= fewest) void pump()
    },
    async flush() {
      fewest = 1
      while (failure === undefined && (sending !== undefined || waiting.length > 0)) await pump()
      if (failure) throw failure.error
    },
  }
}
