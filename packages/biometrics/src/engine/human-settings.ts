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
