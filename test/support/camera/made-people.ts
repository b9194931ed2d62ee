import { createSeededRandom } from '@touchstone/common'
import sharp from 'sharp'
import { readClip } from '../clips/read-clip.ts'

/** Number of columns and rows of coloured areas in the light that falls on a generated person. */
const fields = 5

/**
 * Generates photographs of any number of people. All photographs show the same man, in a different coloured
 * light for each person. Detectors find a normal face in them, and the sample embedding distinguishes the
 * lights.
 */
export async function openMadePeople(): Promise<(person: number, picture: number) => Promise<Uint8Array>> {
  const [frame] = await readClip('franck', 27, 27.1)
  if (frame === undefined) throw new Error('the video has no frame at that time')
  const { width, height } = await sharp(frame.bytes).metadata()
  return async (person, picture) => {
    const light = createSeededRandom(`light of ${person}`).bytes(fields * fields * 3)
    const chance = createSeededRandom(`picture ${picture} of ${person}`).bytes(3)
    const [left = 0, top = 0, brightness = 0] = chance
    const colours = await sharp(light, { raw: { width: fields, height: fields, channels: 3 } })
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .png()
      .toBuffer()
    const lit = await sharp(frame.bytes)
      .composite([{ input: colours, blend: 'soft-light' }])
      .png()
      .toBuffer()
    // Each picture is shifted slightly, and made slightly brighter or darker.
    return await sharp(lit)
      .extract({ left: left % 8, top: top % 8, width: width - 8, height: height - 8 })
      .modulate({ brightness: 0.95 + brightness / 2550 })
      .jpeg({ quality: 92 })
      .toBuffer()
  }
}
