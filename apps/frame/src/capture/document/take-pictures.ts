import { createGrabber } from '../camera/create-grabber.ts'
import { pause } from '../pause.ts'

/** Several frames settle a letter that one leaves open; more than three add little. */
export const zonePictures = 3
const betweenMs = 160
const jpegQuality = 0.92

/** Some pictures in a row, in all the detail that the camera gives. */
export async function takePictures(video: HTMLVideoElement, count: number): Promise<File[]> {
  const grabber = createGrabber()
  const pictures: File[] = []
  while (pictures.length < count) {
    if (pictures.length > 0) await pause(betweenMs)
    if (!grabber.grab(video)) break
    const blob = await grabber.toJpeg(jpegQuality)
    pictures.push(new File([blob], `document-${pictures.length + 1}.jpg`, { type: 'image/jpeg' }))
  }
  return pictures
}
