import type { Raster } from '@touchstone/images'

export type Tensor = { dispose(): void; shape: number[] }

/** The TensorFlow functions that convert a picture to a tensor, in Node and in the browser. */
export type PictureTensors = {
  tensor3d(data: Uint8Array | Float32Array, shape: number[], type?: 'int32'): Tensor
  image: { resizeBilinear(picture: Tensor, size: [number, number]): Tensor }
}

/**
 * The length to which the longer side of a small picture is enlarged, in pixels. The mesh model returns
 * integer coordinates, and in a small picture the rounding error would be large compared with the size of an
 * eye.
 */
const workingSide = 800

export function toTensor(
  tf: PictureTensors,
  picture: Raster,
  { enlarge = true } = {},
): { tensor: Tensor; scale: number } {
  const { width, height, data } = picture
  const pixels = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
    pixels[to] = data[from] ?? 0
    pixels[to + 1] = data[from + 1] ?? 0
    pixels[to + 2] = data[from + 2] ?? 0
  }
  const plain = tf.tensor3d(pixels, [height, width, 3], 'int32')
  const scale = workingSide / Math.max(width, height)
  if (scale <= 1 || !enlarge) return { tensor: plain, scale: 1 }
  const tensor = tf.image.resizeBilinear(plain, [Math.round(height * scale), Math.round(width * scale)])
  plain.dispose()
  return { tensor, scale }
}
