import sharp from 'sharp'

/** Blurs a picture as if the camera were far out of focus. */
export async function blurJpeg(jpeg: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(jpeg).blur(9).jpeg({ quality: 85 }).toBuffer())
}
