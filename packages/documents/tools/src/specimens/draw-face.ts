import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Raster } from '@touchstone/images'
import type { Dice } from './create-dice.ts'

type Box = { x: number; y: number; width: number; height: number }

/**
 * Draws the holder's picture: the given picture, scaled to fill the box, or a generic figure if there is
 * none.
 */
export function drawFace(context: SKRSContext2D, dice: Dice, box: Box, face?: Raster): void {
  context.save()
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.clip()
  if (face) drawPicture(context, box, face)
  else drawFigure(context, dice, box)
  context.restore()
}

function drawPicture(context: SKRSContext2D, box: Box, face: Raster): void {
  const canvas = createCanvas(face.width, face.height)
  const inner = canvas.getContext('2d')
  const picture = inner.createImageData(face.width, face.height)
  picture.data.set(face.data)
  inner.putImageData(picture, 0, 0)
  const scale = Math.max(box.width / face.width, box.height / face.height)
  const width = face.width * scale
  const height = face.height * scale
  context.drawImage(canvas, box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height)
}

function drawFigure(context: SKRSContext2D, dice: Dice, { x, y, width, height }: Box): void {
  context.fillStyle = '#dfe3e8'
  context.fillRect(x, y, width, height)
  const middle = x + width / 2
  const oval = (color: string, cx: number, cy: number, rx: number, ry: number) => {
    context.fillStyle = color
    context.beginPath()
    context.ellipse(cx, cy, rx * width, ry * height, 0, 0, 2 * Math.PI)
    context.fill()
  }
  oval(dice.pick(['#3d4a5c', '#5c3d3d', '#3d5c45']), middle, y + height * 1.02, 0.46, 0.24)
  oval(dice.pick(['#2b2118', '#6b4a2b', '#151515', '#a98a5b']), middle, y + height * 0.42, 0.3, 0.31)
  oval(dice.pick(['#e6bfa3', '#c68e67', '#8d5a3b', '#f0d0b8']), middle, y + height * 0.48, 0.24, 0.27)
  for (const side of [-1, 1]) oval('#241c17', middle + side * width * 0.09, y + height * 0.45, 0.028, 0.016)
  oval('#9a4f49', middle, y + height * 0.61, 0.08, 0.014)
}
