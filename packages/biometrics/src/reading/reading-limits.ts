/**
 * Limits for a detection to count as a face. Set on the 61 photographs of `../shared/data/faces`; see the
 * README.
 */
export const readingLimits = {
  /** All true main faces there score 0.67 or more; false detections score 0.30 or less. */
  minBoxScore: 0.4,
  /** True faces score 1.0; false detections score 0.24 to 0.78. */
  minMeshScore: 0.8,
  /** For a second face next to a certain one: half a face scores 0.36 to 0.41. */
  minOtherMeshScore: 0.3,
  /**
   * A face in the background, or the ghost image on a document, does not count as a second person at the
   * camera.
   */
  minShareOfLargest: 0.35,
  /** Degrees of roll beyond which a face is not upright. The networks were trained with upright faces. */
  maxRoll: 40,
  /**
   * Below this box score the picture is also checked upside down. If the score rises by this much, it was
   * upside down.
   */
  surelyUpright: 0.75,
  clearlyMore: 0.1,
  /** From eye to eye, in pixels. Below it, the embedding gets an enlarged blur. Its input shows about 60. */
  minEyeDistance: 24,
}
