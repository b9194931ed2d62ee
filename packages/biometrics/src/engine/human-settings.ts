import type { FoundFace } from './face-models.ts'

/** The fields of the library's result that are used here. */
export type HumanFace = {
  box: [number, number, number, number]
  boxRaw: [number, number, number, number]
  boxScore: number
  faceScore: number
  mesh: [number, number, number][]
}

/**
 * The largest number of faces to look for. One face is expected, and the exact number of other faces is
 * irrelevant.
 */
const maxFaces = 5

/**
 * Returns settings with which every picture is processed independently (`skipAllowed`), so that no frame
 * influences another frame or another person's result. The antispoof and liveness models stay off, because
 * they do not distinguish live people from attacks.
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

/** The side of the mesh model's square input, in pixels. The model's depths have the same unit. */
const meshSide = 256

/**
 * Converts the faces' coordinates to pixels of the original picture, which was enlarged `scale` times for the
 * models. Returns the largest face first.
 */
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
