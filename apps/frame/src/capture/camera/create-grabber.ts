/** Grabs camera frames into a canvas that is reused between frames. */
export type Grabber = {
  /**
   * Draws the current frame without mirroring it. Returns undefined if the camera has not delivered a frame
   * yet.
   */
  grab(video: HTMLVideoElement): CanvasRenderingContext2D | undefined
  toJpeg(quality: number): Promise<Blob>
}

/**
 * Crops the centre of the camera frame to the given size, or keeps the whole frame if no size is given. For
 * portrait frames (phones), width and height are swapped.
 */
export function createGrabber(size?: { long: number; short: number }): Grabber {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (context === null) throw new Error('the browser does not support canvas')
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
          blob ? resolve(blob) : reject(new Error('the frame could not be encoded as JPEG'))
        canvas.toBlob(take, 'image/jpeg', quality)
      }),
  }
}
