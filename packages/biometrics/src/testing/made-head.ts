import { landmarks, type Point } from '../engine/landmarks.ts'

/** Generates a head with a few points: a protruding nose, receding sides, and eyelids and lips that open. */
export type HeadPose = {
  /** Real degrees. */
  yaw?: number
  pitch?: number
  roll?: number
  /**
   * Eye opening relative to the width of the eye, and mouth opening relative to the distance between the
   * eyes.
   */
  eyes?: number
  mouth?: number
  /** The distance between the outer corners of the eyes, in pixels, and the position of their midpoint. */
  eyeDistance?: number
  x?: number
  y?: number
}

type Place = readonly [x: number, y: number, z: number]

const firm: Record<number, Place> = {
  33: [-0.5, 0, 0],
  133: [-0.2, 0, -0.05],
  130: [-0.52, 0, 0.02],
  127: [-0.75, -0.05, 0.5],
  234: [-0.8, 0.15, 0.6],
  93: [-0.78, 0.35, 0.55],
  132: [-0.72, 0.55, 0.45],
  58: [-0.66, 0.75, 0.4],
  109: [-0.25, -0.78, 0.08],
  50: [-0.45, 0.45, -0.1],
  10: [0, -0.8, 0.05],
  151: [0, -0.55, -0.02],
  1: [0, 0.45, -0.5],
  4: [0, 0.42, -0.52],
  5: [0, 0.33, -0.42],
  195: [0, 0.2, -0.3],
}

/** Pairs of points that are mirror images of each other. */
const twins: Record<number, number> = {
  33: 263,
  133: 362,
  130: 359,
  127: 356,
  234: 454,
  93: 323,
  132: 361,
  58: 288,
  109: 338,
  50: 280,
}

const pointCount = 478

/** Returns the mesh points of a generated head in this pose, without perspective. */
export function madeHead(pose: HeadPose = {}): Point[] {
  const { yaw = 0, pitch = 0, roll = 0, eyes = 0.3, mouth = 0, eyeDistance = 100, x = 320, y = 200 } = pose
  const places = new Map<number, Place>(Object.entries(firm).map(([index, place]) => [Number(index), place]))
  addEyes(places, eyes)
  for (const [left, right] of Object.entries(twins)) {
    const [px, py, pz] = firm[Number(left)] ?? [0, 0, 0]
    places.set(right, [-px, py, pz])
  }
  const half = mouth / 2
  landmarks.lips.forEach((index, order) => {
    const angle = (order / landmarks.lips.length) * 2 * Math.PI
    places.set(index, [0.3 * Math.cos(angle), 0.8 + 0.05 * Math.sin(angle), -0.2])
  })
  places.set(landmarks.upperLip, [0, 0.8 - half, -0.25])
  places.set(landmarks.lowerLip, [0, 0.8 + half, -0.25])
  places.set(landmarks.chin, [0, 1.3, -0.05])
  const turn = rotation(yaw, pitch, roll)
  return Array.from({ length: pointCount }, (_, index) => {
    const [px, py, pz] = turn(places.get(index) ?? [0, 0.3, 0])
    return [x + px * eyeDistance, y + py * eyeDistance, pz * eyeDistance]
  })
}

function addEyes(places: Map<number, Place>, openness: number): void {
  const lid = (openness * 0.3) / 2
  const add = ([, above, aboveInner, , belowInner, below]: readonly number[], side: number) => {
    places.set(above ?? 0, [side * 0.4, -lid, -0.03])
    places.set(aboveInner ?? 0, [side * 0.3, -lid, -0.04])
    places.set(belowInner ?? 0, [side * 0.3, lid, -0.04])
    places.set(below ?? 0, [side * 0.4, lid, -0.03])
  }
  add(landmarks.leftEye, -1)
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = landmarks.rightEye
  // The points of the right eye are listed from its inner to its outer corner.
  add([fourth, third, second, first, sixth, fifth], 1)
}

function rotation(yaw: number, pitch: number, roll: number): (place: Place) => Place {
  const [cosYaw, sinYaw] = circle(yaw)
  const [cosPitch, sinPitch] = circle(pitch)
  const [cosRoll, sinRoll] = circle(roll)
  return ([x, y, z]) => {
    const turnedX = x * cosYaw - z * sinYaw
    const turnedZ = x * sinYaw + z * cosYaw
    const noddedY = y * cosPitch - turnedZ * sinPitch
    const noddedZ = y * sinPitch + turnedZ * cosPitch
    return [turnedX * cosRoll - noddedY * sinRoll, turnedX * sinRoll + noddedY * cosRoll, noddedZ]
  }
}

function circle(degrees: number): [cos: number, sin: number] {
  const radians = (degrees * Math.PI) / 180
  return [Math.cos(radians), Math.sin(radians)]
}
