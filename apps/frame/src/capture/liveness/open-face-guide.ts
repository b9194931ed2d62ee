import type { LivenessChallenge } from '@touchstone/contract'
import type { GuideAnswer, GuideOrder, GuideSeen } from './face-guide-messages.ts'

/** Analyses frames in a worker, so that the analysis never delays the recording. */
export type FaceGuide = {
  begin(challenge: LivenessChallenge): void
  /** Transfers the image. Returns undefined while the previous image is being processed. */
  look(picture: ImageData, atMs?: number): Promise<GuideSeen> | undefined
  close(): void
}

export function openFaceGuide(options: { modelUrl: string; onProgress: (share: number) => void }): {
  guide: Promise<FaceGuide>
  close: () => void
} {
  const worker = new Worker(new URL('./face-guide-worker.ts', import.meta.url), { type: 'module' })
  let opened: (() => void) | undefined
  let looked: ((seen: GuideSeen) => void) | undefined
  let fail: (reason: Error) => void = () => undefined
  let isBusy = false
  const post = (order: GuideOrder, transfer: Transferable[] = []) => worker.postMessage(order, transfer)

  worker.addEventListener('message', ({ data }: MessageEvent<GuideAnswer>) => {
    if (data.kind === 'progress') options.onProgress(data.share)
    else if (data.kind === 'open') opened?.()
    else {
      isBusy = false
      if (data.kind === 'seen') looked?.(data)
      else fail(new Error('the guide failed'))
    }
  })
  worker.addEventListener('error', () => fail(new Error('the guide could not be loaded')))

  const guide: FaceGuide = {
    begin: (challenge) => post({ kind: 'begin', challenge }),
    look(picture, atMs) {
      if (isBusy) return undefined
      isBusy = true
      const { width, height, data } = picture
      const order: GuideOrder = { kind: 'look', picture: { width, height, data } }
      return new Promise((resolve, reject) => {
        looked = resolve
        fail = reject
        post(atMs === undefined ? order : { ...order, atMs }, [data.buffer])
      })
    },
    close: () => worker.terminate(),
  }
  return {
    guide: new Promise((resolve, reject) => {
      opened = () => resolve(guide)
      fail = reject
      post({ kind: 'open', modelUrl: options.modelUrl })
    }),
    close: guide.close,
  }
}
