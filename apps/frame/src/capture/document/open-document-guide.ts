import type { DocumentAnswer, DocumentSeen } from './document-guide-messages.ts'

/** Detects a document in camera frames. Runs in a worker to keep the camera view smooth. */
export type DocumentGuide = {
  /**
   * Transfers the image. Returns undefined while the previous image is being processed, or if the guide
   * cannot run.
   */
  look(picture: ImageData): Promise<DocumentSeen | undefined> | undefined
  close(): void
}

export function openDocumentGuide(): DocumentGuide {
  const worker = new Worker(new URL('./document-guide-worker.ts', import.meta.url), { type: 'module' })
  let looked: ((seen: DocumentSeen | undefined) => void) | undefined
  let isBroken = false
  const answer = (seen: DocumentSeen | undefined) => {
    looked?.(seen)
    looked = undefined
  }
  worker.addEventListener('message', ({ data }: MessageEvent<DocumentAnswer>) =>
    answer(data.kind === 'seen' ? data.seen : undefined),
  )
  // Without the guide, the person takes the photo with the button.
  worker.addEventListener('error', () => {
    isBroken = true
    answer(undefined)
  })
  return {
    look({ width, height, data }) {
      if (looked !== undefined || isBroken) return undefined
      return new Promise((resolve) => {
        looked = resolve
        worker.postMessage({ width, height, data }, [data.buffer])
      })
    },
    close: () => worker.terminate(),
  }
}
