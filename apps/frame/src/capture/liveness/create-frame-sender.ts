export type CapturedFrame = { atMs: number; blob: Blob }

/** Sends frames in the order of their times while more are taken. */
export type FrameSender = {
  add(frame: CapturedFrame): void
  /** Sends what is left; rejects with what a batch failed with, also one that was sent before. */
  flush(): Promise<void>
}

/** What the server takes in one call. */
const mostAtOnce = 12

/**
 * Half a second's frames go together: enough to spare the network, few enough to arrive soon after they were taken. On a
 * line that is behind, as many as the server takes go together. A batch that fails is sent once more.
 */
export function createFrameSender(options: {
  batchSize: number
  send: (frames: CapturedFrame[]) => Promise<void>
  onFailed: (error: unknown) => void
  /** How many have not arrived yet, whenever some have. */
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
