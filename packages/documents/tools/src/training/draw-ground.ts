import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Dice } from '../specimens/create-dice.ts'
import { drawBackground } from '../specimens/draw-background.ts'

type Ground = (context: SKRSContext2D, dice: Dice, width: number, height: number) => void

const grounds: readonly Ground[] = [drawBackground, drawFields, drawRosettes, drawHatching, drawDots]

/** Draws the paper under the characters, in millimetres: plain, or with security printing. */
export function drawGround(context: SKRSContext2D, dice: Dice, width: number, height: number): void {
  const paper = dice.between(110, 255)
  context.fillStyle = `rgb(${paper},${paper},${paper * dice.between(0.85, 1)})`
  context.fillRect(0, 0, width, height)
  if (dice.chance(0.3)) return
  const layers = 1 + dice.whole(2)
  for (let layer = 0; layer < layers; layer++) dice.pick(grounds)(context, dice, width, height)
}

function tint(dice: Dice, alpha: number): string {
  return `rgba(${dice.whole(230)},${dice.whole(230)},${dice.whole(230)},${alpha})`
}

/** Draws coloured areas whose edges cross the lines, such as emblems and bands. */
function drawFields(context: SKRSContext2D, dice: Dice, width: number, height: number): void {
  const fields = 1 + dice.whole(3)
  for (let field = 0; field < fields; field++) {
    context.fillStyle = tint(dice, dice.between(0.1, 0.4))
    context.beginPath()
    const corners = 3 + dice.whole(3)
    for (let corner = 0; corner < corners; corner++)
      context.lineTo(dice.between(-0.2, 1.2) * width, dice.between(-0.3, 1.3) * height)
    context.fill()
  }
}

/** Draws bundles of fine curves around a centre. */
function drawRosettes(context: SKRSContext2D, dice: Dice, width: number, height: number): void {
  context.strokeStyle = tint(dice, dice.between(0.2, 0.6))
  context.lineWidth = dice.between(0.08, 0.2)
  const x = dice.between(0, width)
  const y = dice.between(0, height)
  const petals = 3 + dice.whole(9)
  const swing = dice.between(0.1, 0.5)
  const gap = dice.between(0.5, 1.3)
  for (let radius = gap; radius < width; radius += gap) {
    context.beginPath()
    for (let step = 0; step <= 80; step++) {
      const angle = (step / 80) * 2 * Math.PI
      const far = radius * (1 + swing * Math.sin(petals * angle + radius * 0.3))
      context.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle))
    }
    context.stroke()
  }
}

/** Draws fine straight lines in one or two directions. */
function drawHatching(context: SKRSContext2D, dice: Dice, width: number, height: number): void {
  context.strokeStyle = tint(dice, dice.between(0.15, 0.5))
  context.lineWidth = dice.between(0.08, 0.25)
  const directions = 1 + dice.whole(2)
  for (let direction = 0; direction < directions; direction++) {
    const angle = dice.between(0, Math.PI)
    const gap = dice.between(0.4, 1.6)
    const reach = width + height
    for (let off = -reach; off < reach; off += gap) {
      const x = width / 2 - Math.sin(angle) * off
      const y = height / 2 + Math.cos(angle) * off
      context.beginPath()
      context.moveTo(x - Math.cos(angle) * reach, y - Math.sin(angle) * reach)
      context.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach)
      context.stroke()
    }
  }
}

/** Draws a halftone screen or the grain of a pattern, with dots from very fine to as wide as a stroke. */
function drawDots(context: SKRSContext2D, dice: Dice, width: number, height: number): void {
  context.fillStyle = tint(dice, dice.between(0.15, 0.5))
  const gap = dice.between(0.5, 2)
  const size = gap * dice.between(0.15, 0.45)
  const lean = dice.between(-0.5, 0.5)
  for (let y = -height; y < 2 * height; y += gap) {
    for (let x = -width * 0.3; x < width * 1.3; x += gap) {
      context.fillRect(x + y * lean, y + x * lean * 0.5, size, size)
    }
  }
}
