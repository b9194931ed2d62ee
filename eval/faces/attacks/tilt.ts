import type { Raster } from '@touchstone/images'
import { warp } from '../../../test/support/clips/pictures.ts'

export type Tilt = {
  /** Degrees, around the upright and the level axis through the centre, and in the plane. */
  yaw: number
  pitch: number
  roll: number
  /** 1 as it is. */
  scale: number
  /** Pixels. */
  shiftX: number
  shiftY: number
}

const cameraDistance = 1.5

/** A flat print, held before a camera and moved: the picture turned in space around a point, seen in perspective. */
export function tiltFlat(
  picture: Raster,
  tilt: Tilt,
  centre: { x: number; y: number },
  background?: number,
): Raster {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [cosYaw, sinYaw] = [Math.cos(radians(tilt.yaw)), Math.sin(radians(tilt.yaw))]
  const [cosPitch, sinPitch] = [Math.cos(radians(tilt.pitch)), Math.sin(radians(tilt.pitch))]
  const [cosRoll, sinRoll] = [Math.cos(radians(tilt.roll)), Math.sin(radians(tilt.roll))]
  const focal = cameraDistance * picture.width
  // The print's two axes in space, and the direction it faces.
  const across = [cosYaw, 0, -sinYaw] as const
  const down = [sinYaw * sinPitch, cosPitch, cosYaw * sinPitch] as const
  const facing = [
    across[1] * down[2] - across[2] * down[1],
    across[2] * down[0] - across[0] * down[2],
    across[0] * down[1] - across[1] * down[0],
  ] as const
  return warp(
    picture,
    (x, y) => {
      const seenX = x - centre.x - tilt.shiftX
      const seenY = y - centre.y - tilt.shiftY
      const reach = (focal * facing[2]) / (facing[0] * seenX + facing[1] * seenY + facing[2] * focal)
      if (reach <= 0) return undefined
      const point = [seenX * reach, seenY * reach, focal * reach - focal] as const
      const onAcross = (across[0] * point[0] + across[1] * point[1] + across[2] * point[2]) / tilt.scale
      const onDown = (down[0] * point[0] + down[1] * point[1] + down[2] * point[2]) / tilt.scale
      return {
        x: centre.x + onAcross * cosRoll + onDown * sinRoll,
        y: centre.y - onAcross * sinRoll + onDown * cosRoll,
      }
    },
    background,
  )
}
