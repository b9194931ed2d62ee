import type { DocumentAnswer, DocumentSeen } from './document-guide-messages.ts'

/** Looks for a document in frames, in a thread of its own: the picture on the screen stays smooth. */
export type DocumentGuide = {
  /** Takes the picture away; undefined while it still looks at the one before, or where it can't run. */
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
  // Then the person presses the button.
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
