/// <reference lib="dom" />
import { createGuide, type GuideView } from '../guidance/create-guide.ts'

const guide = createGuide({ modelUrl: '/models/' })
const canvas = document.createElement('canvas')

/**
 * Returns the guide's result and processing time for each of the given number of consecutive camera frames.
 */
export async function lookAtCamera(frames: number): Promise<{ views: GuideView[]; ms: number[] }> {
  const video = document.createElement('video')
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } })
  video.muted = true
  await video.play()
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const views: GuideView[] = []
  const ms: number[] = []
  while (views.length < frames) {
    const startedAt = performance.now()
    draw().drawImage(video, 0, 0)
    views.push(await (await guide).look(draw().getImageData(0, 0, canvas.width, canvas.height)))
    ms.push(performance.now() - startedAt)
  }
  return { views, ms }
}

export async function lookAtNothing(): Promise<GuideView> {
  draw().clearRect(0, 0, canvas.width, canvas.height)
  return (await guide).look(draw().getImageData(0, 0, canvas.width, canvas.height))
}

function draw(): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  return context
}
