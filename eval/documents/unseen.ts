import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { createSeededRandom } from '@touchstone/common'
import { createDice } from '@touchstone/documents/specimens'
import { type EvalPage, makePage, type PageOptions } from './make-pages.ts'

/** Disturbances that occur neither in the training data nor in the generator's levels. */
export type Unseen =
  | 'page curl'
  | 'shaken hand'
  | 'sent twice by a messenger'
  | 'lamp on the zone'
  | 'far away'

export const unseenKinds: readonly Unseen[] = [
  'page curl',
  'shaken hand',
  'sent twice by a messenger',
  'lamp on the zone',
  'far away',
]

/** Returns a mild page with one additional disturbance. */
export async function makeUnseen(kind: Unseen, options: Omit<PageOptions, 'level'>): Promise<EvalPage> {
  const page = makePage({ ...options, level: 'mild', ...(kind === 'far away' && { width: 760 }) })
  if (kind === 'far away') return page
  const dice = createDice(createSeededRandom(`unseen ${kind} ${options.seed} ${options.index}`))
  let canvas = await open(page.jpeg)
  if (kind === 'page curl')
    canvas = shift(canvas, (x, width) => Math.sin((x / width) * Math.PI) * width * 0.012)
  if (kind === 'shaken hand') canvas = shake(canvas, dice.between(3, 5), dice.between(0, Math.PI))
  if (kind === 'lamp on the zone') shine(canvas, dice.between(0.25, 0.75), dice.between(0.7, 0.85))
  let jpeg = canvas.toBuffer('image/jpeg', kind === 'sent twice by a messenger' ? 42 : 85)
  if (kind === 'sent twice by a messenger') {
    const small = createCanvas(Math.round(canvas.width * 0.8), Math.round(canvas.height * 0.8))
    small.getContext('2d').drawImage(await loadImage(jpeg), 0, 0, small.width, small.height)
    jpeg = small.toBuffer('image/jpeg', 42)
  }
  return { ...page, jpeg: new Uint8Array(jpeg) }
}

/**
 * Returns a well scanned or photographed page that fills its picture, reduced to a size that is typical of
 * websites.
 */
export async function makeSmall(width: number, options: Omit<PageOptions, 'level'>): Promise<EvalPage> {
  const page = makePage({ ...options, level: 'faint', fill: 0.97 })
  const large = await open(page.jpeg)
  const small = createCanvas(width, Math.round((width * large.height) / large.width))
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(large, 0, 0, small.width, small.height)
  return { ...page, jpeg: new Uint8Array(small.toBuffer('image/jpeg', 80)) }
}

async function open(jpeg: Uint8Array): Promise<Canvas> {
  const image = await loadImage(jpeg)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas
}

/** Shifts each pixel column down by a different amount, as on a curved page. */
function shift(canvas: Canvas, by: (x: number, width: number) => number): Canvas {
  const bent = createCanvas(canvas.width, canvas.height)
  const context = bent.getContext('2d')
  context.drawImage(canvas, 0, 0)
  for (let x = 0; x < canvas.width; x++) {
    context.drawImage(canvas, x, 0, 1, canvas.height, x, by(x, canvas.width), 1, canvas.height)
  }
  return bent
}

function shake(canvas: Canvas, length: number, angle: number): Canvas {
  const shaken = createCanvas(canvas.width, canvas.height)
  const context = shaken.getContext('2d')
  const steps = 8
  for (let step = 0; step < steps; step++) {
    const far = (step / (steps - 1) - 0.5) * length
    context.globalAlpha = 1 / (step + 1)
    context.drawImage(canvas, Math.cos(angle) * far, Math.sin(angle) * far)
  }
  return shaken
}

function shine(canvas: Canvas, x: number, y: number): void {
  const context = canvas.getContext('2d')
  const radius = canvas.width * 0.07
  const glow = context.createRadialGradient(
    x * canvas.width,
    y * canvas.height,
    0,
    x * canvas.width,
    y * canvas.height,
    radius,
  )
  glow.addColorStop(0, 'rgba(255,255,255,0.85)')
  glow.addColorStop(1, 'rgba(255,255,255,0)')
  context.fillStyle = glow
  context.fillRect(0, 0, canvas.width, canvas.height)
}
