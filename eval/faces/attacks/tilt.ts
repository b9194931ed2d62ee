import type { Raster } from '@touchstone/images'
import { warp } from '../../../test/support/clips/pictures.ts'

export type Tilt = {
  /**
   * Rotation in degrees: around the vertical axis through the centre, around the horizontal one, and in the
   * picture plane.
   */
  yaw: number
  pitch: number
  roll: number
  /** Scale of the print. 1 is the original size. */
  scale: number
  /** Pixels. */
  shiftX: number
  shiftY: number
}

const cameraDistance = 1.5

/**
 * Simulates a flat print that is moved in front of a camera. Rotates the picture in space around a point and
 * projects it in perspective.
 */
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
  // The two axes of the print in space, and its normal.
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
