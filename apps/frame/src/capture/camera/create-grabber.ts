/** A canvas that is kept between two frames. */
export type Grabber = {
  /** What the camera shows now, not mirrored; undefined where it shows nothing yet. */
  grab(video: HTMLVideoElement): CanvasRenderingContext2D | undefined
  toJpeg(quality: number): Promise<Blob>
}

/**
 * Cuts the middle of the camera's picture to the given size, or takes all of it where none is given. For a picture that
 * stands upright (a phone's) the size is turned.
 */
export function createGrabber(size?: { long: number; short: number }): Grabber {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (context === null) throw new Error('the browser has no canvas')
  return {
    grab(video) {
      const { videoWidth, videoHeight } = video
      if (videoWidth === 0 || videoHeight === 0) return undefined
      const isUpright = videoHeight > videoWidth
      const width = size ? (isUpright ? size.short : size.long) : videoWidth
      const height = size ? (isUpright ? size.long : size.short) : videoHeight
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
      const scale = Math.max(width / videoWidth, height / videoHeight)
      const cutWidth = width / scale
      const cutHeight = height / scale
      const left = (videoWidth - cutWidth) / 2
      const top = (videoHeight - cutHeight) / 2
      context.drawImage(video, left, top, cutWidth, cutHeight, 0, 0, width, height)
      return context
    },
    toJpeg: (quality) =>
      new Promise((resolve, reject) => {
        const take = (blob: Blob | null) =>
          blob ? resolve(blob) : reject(new Error('the picture could not be made into a JPEG'))
        canvas.toBlob(take, 'image/jpeg', quality)
      }),
  }
}
