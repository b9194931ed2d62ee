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
 * About a second's frames go together: enough to spare the network, few enough to have the server nearly done when the
 * last one comes. A batch that fails is sent once more.
 */
export function createFrameSender(options: {
  batchSize: number
  send: (frames: CapturedFrame[]) => Promise<void>
  onFailed: (error: unknown) => void
  pause: () => Promise<void>
}): FrameSender {
  const { batchSize, send, onFailed, pause } = options
  let waiting: CapturedFrame[] = []
  let last: Promise<void> = Promise.resolve()

  function queue(frames: CapturedFrame[]): void {
    last = last.then(() => sendTwice(frames))
    last.catch(onFailed)
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
      if (waiting.length < Math.min(batchSize, mostAtOnce)) return
      queue(waiting)
      waiting = []
    },
    flush() {
      if (waiting.length > 0) queue(waiting)
      waiting = []
      return last
    },
  }
}
