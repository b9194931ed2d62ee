import type { Raster } from '@touchstone/images'
import { decodeImage } from '@touchstone/images/decode'
import { type PersonName, people } from './people.ts'
import { readFootage } from './read-footage.ts'

/**
 * Returns the portrait for a person's document: a frame of the neutral look, cropped like a passport photo.
 */
export async function cutPortrait(person: PersonName): Promise<Raster> {
  const { parts } = await readFootage(person)
  const bytes = parts.neutral?.[0]
  if (bytes === undefined) throw new Error('a person without a neutral look')
  const picture = await decodeImage({ bytes, maxSide: 960 })
  // The positions in `people` refer to pictures that were enlarged to cover 640 by 480 pixels.
  const scale = Math.max(640 / picture.width, 480 / picture.height)
  const { face } = people[person]
  const x = (face.x - 320) / scale + picture.width / 2
  const y = (face.y - 240) / scale + picture.height / 2
  const size = face.size / scale
  const width = Math.round(Math.min(picture.width, size * 1.3))
  const height = Math.round(Math.min(picture.height, width * (45 / 35)))
  const left = Math.round(Math.min(Math.max(0, x - width / 2), picture.width - width))
  const top = Math.round(Math.min(Math.max(0, y - height * 0.52), picture.height - height))
  const data = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * picture.width + left) * 4
    data.set(picture.data.subarray(from, from + width * 4), row * width * 4)
  }
  return { width, height, data }
}
