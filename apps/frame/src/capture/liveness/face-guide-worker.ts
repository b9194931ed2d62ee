import {
  type ChallengeProgress,
  createGuide,
  createProgress,
  type Guide,
} from '@touchstone/biometrics/guidance'
import type { GuideAnswer, GuideOrder, GuidePicture } from './face-guide-messages.ts'

/** Approximate size in bytes of the models and their inference engine. Used only for the progress bar. */
const modelBytes = 5_340_000
/** Share of the progress bar used for the download. The remaining share is for starting the engine. */
const loadShare = 0.9

let guide: Guide | undefined
let progress: ChallengeProgress | undefined

addEventListener('message', ({ data }: MessageEvent<GuideOrder>) => {
  follow(data).then(
    (answer) => answer && postMessage(answer),
    () => postMessage({ kind: 'failed' } satisfies GuideAnswer),
  )
})

async function follow(order: GuideOrder): Promise<GuideAnswer | undefined> {
  switch (order.kind) {
    case 'open':
      guide = await openGuide(order.modelUrl)
      return { kind: 'open' }
    case 'begin':
      // The guide ignores the challenge's expiry, because the server enforces it.
      progress = createProgress({ ...order.challenge, expiresAt: 0 })
      return undefined
    case 'look':
      return look(order.picture, order.atMs)
  }
}

async function openGuide(modelUrl: string): Promise<Guide> {
  const stop = countBytes((bytes) => {
    const share = Math.min(loadShare, (bytes / modelBytes) * loadShare)
    postMessage({ kind: 'progress', share } satisfies GuideAnswer)
  })
  try {
    const opened = await createGuide({ modelUrl })
    // The first inference takes several times as long as later ones, so it runs before the person waits for a
    // result.
    await opened.look({ width: 64, height: 48, data: new Uint8ClampedArray(64 * 48 * 4) })
    return opened
  } finally {
    stop()
  }
}

async function look(picture: GuidePicture, atMs: number | undefined): Promise<GuideAnswer> {
  if (guide === undefined) throw new Error('the guide is not open')
  const view = await guide.look(picture)
  const state = atMs === undefined ? undefined : progress?.follow(atMs, view)
  return { kind: 'seen', advice: view.advice, ...(state && { seen: state.seen }) }
}

/**
 * Counts every byte that this worker loads, because the library that loads the models does not report
 * progress.
 */
function countBytes(onBytes: (bytes: number) => void): () => void {
  const plain = globalThis.fetch
  let bytes = 0
  globalThis.fetch = async (address, init) => {
    const response = await plain(address, init)
    if (response.body === null) return response
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        onBytes(bytes)
        controller.enqueue(chunk)
      },
    })
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers })
  }
  return () => {
    globalThis.fetch = plain
  }
}
