import type { ModelInput } from './model-description.ts'

/**
 * Converts pixels (RGB, 0 to 255, row by row) to the channel order, scale and layout that the model expects.
 */
export function prepareInput(pixels: Float32Array, input: ModelInput): Float32Array {
  const { width, height, channels, layout, mean, std } = input
  const count = width * height
  const prepared = new Float32Array(count * 3)
  for (let channel = 0; channel < 3; channel++) {
    const from = channels === 'rgb' ? channel : 2 - channel
    const [middle = 0, spread = 1] = [mean[channel], std[channel]]
    for (let index = 0; index < count; index++) {
      const to = layout === 'nchw' ? channel * count + index : index * 3 + channel
      prepared[to] = ((pixels[index * 3 + from] ?? 0) - middle) / spread
    }
  }
  return prepared
}
