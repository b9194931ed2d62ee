import { landmarks, meanPoint, type Point } from '../engine/landmarks.ts'

/**
 * Head angles in degrees. Positive yaw is a turn to the person's left (in a picture that is not mirrored);
 * positive pitch is looking down. The models flatten the face, so a measured angle is about half of the real
 * one. Decisions use only differences from the person's neutral pose.
 */
export type Pose = { yaw: number; pitch: number; roll: number }

const degrees = 180 / Math.PI

export function measurePose(points: readonly Point[]): Pose {
  const left = meanPoint(points, landmarks.leftSide)
  const right = meanPoint(points, landmarks.rightSide)
  const roll = Math.atan2(right[1] - left[1], right[0] - left[0])
  const width = Math.hypot(right[0] - left[0], right[1] - left[1])
  const top = meanPoint(points, landmarks.top)
  const jaw = meanPoint(points, landmarks.jaw)
  const height = Math.cos(roll) * (jaw[1] - top[1]) - Math.sin(roll) * (jaw[0] - top[0])
  return {
    yaw: Math.atan2(right[2] - left[2], width) * degrees,
    pitch: Math.atan2(jaw[2] - top[2], height) * degrees,
    roll: roll * degrees,
  }
}
