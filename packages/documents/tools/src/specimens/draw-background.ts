import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Dice } from './create-dice.ts'

const tints: readonly (readonly [string, string, string])[] = [
  ['#f3efe4', '#e3ecf4', '#9fb6cf'],
  ['#eef3ea', '#f4ead9', '#b0c4a0'],
  ['#f6eaf0', '#e8eaf6', '#c7a3bd'],
  ['#eaf4f4', '#f6f1e2', '#93c0bd'],
  ['#f7f3ee', '#efe6dc', '#cbb491'],
]

/**
 * Draws paper with fine waves that resemble security printing. The reader has to distinguish them from ink.
 */
export function drawBackground(context: SKRSContext2D, dice: Dice, width: number, height: number): void {
  const [first, second, wave] = dice.pick(tints)
  const paper = context.createLinearGradient(0, 0, width, height)
  paper.addColorStop(0, first)
  paper.addColorStop(1, second)
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.strokeStyle = wave
  context.lineWidth = 0.12
  context.globalAlpha = dice.between(0.35, 0.8)
  const families = 1 + dice.whole(3)
  for (let family = 0; family < families; family++) {
    const gap = dice.between(1.1, 2.2)
    const swing = dice.between(1, 5)
    const period = dice.between(9, 30)
    const phase = dice.between(0, 6)
    for (let y = -swing; y < height + swing; y += gap) {
      context.beginPath()
      for (let x = 0; x <= width; x += 1.5) {
        const wavy = y + swing * Math.sin((x / period) * 2 * Math.PI + phase + y * 0.05 * (family + 1))
        if (x === 0) context.moveTo(x, wavy)
        else context.lineTo(x, wavy)
      }
      context.stroke()
    }
  }
  context.globalAlpha = 1
}
