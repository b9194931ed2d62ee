import type { FoundFace } from '../engine/face-models.ts'
import type { HumanFace } from '../engine/human-settings.ts'

/** The side of the square that the mesh model looks at; its depths are counted in pixels of it. */
const meshSide = 256

/** Back into the pixels of the picture, which stood `scale` times as large before the models; the largest first. */
export function toFoundFaces(
  faces: readonly HumanFace[],
  picture: { width: number; scale: number },
): FoundFace[] {
  return faces
    .map(({ box, boxRaw, boxScore, faceScore, mesh }) => {
      const depth = (boxRaw[2] * picture.width) / meshSide
      const [x, y, width, height] = box.map((each) => each / picture.scale)
      return {
        box: { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 },
        boxScore,
        meshScore: faceScore,
        points: mesh.map(
          ([px, py, pz]) => [px / picture.scale, py / picture.scale, (pz * depth) / picture.scale] as const,
        ),
      }
    })
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
}
