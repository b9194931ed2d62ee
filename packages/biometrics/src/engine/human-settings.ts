import type { FoundFace } from './face-models.ts'

/** What the library tells about one face; only what is used here. */
export type HumanFace = {
  box: [number, number, number, number]
  boxRaw: [number, number, number, number]
  boxScore: number
  faceScore: number
  mesh: [number, number, number][]
}

/** At most this many faces are looked at: one is wanted, and "many" need not be counted. */
const maxFaces = 5

/**
 * Every picture is read afresh (`skipAllowed`): what one frame showed must not stand in for the next one, and nothing of
 * one person may reach the answer about another. The models that separate nothing (antispoof, liveness) stay off.
 */
export function humanSettings(paths: { wasmPath: string; modelPath: string }): object {
  const off = { enabled: false }
  return {
    debug: false,
    backend: 'wasm',
    wasmPath: paths.wasmPath,
    modelBasePath: paths.modelPath,
    cacheModels: false,
    cacheSensitivity: 0,
    skipAllowed: false,
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    segmentation: off,
    face: {
      enabled: true,
      detector: { rotation: true, maxDetected: maxFaces, minConfidence: 0.2, skipFrames: 0, skipTime: 0 },
      mesh: { enabled: true },
      iris: { enabled: true },
      emotion: off,
      description: off,
      antispoof: off,
      liveness: off,
    },
  }
}

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
