/**
 * Limits above which a detection counts as a face. Set on the 61 photographs in `../shared/data/faces`; see
 * the README.
 */
export const readingLimits = {
  /** All true main faces in these photographs score at least 0.67; false detections score at most 0.30. */
  minBoxScore: 0.4,
  /** True faces score 1.0; false detections score 0.24 to 0.78. */
  minMeshScore: 0.8,
  /** For a second face next to a certain one. Half a face scores 0.36 to 0.41. */
  minOtherMeshScore: 0.3,
  /**
   * Smallest size relative to the main face. A face in the background or a document's ghost image does not
   * count as a second person at the camera.
   */
  minShareOfLargest: 0.35,
  /** Degrees of roll beyond which a face is not upright. The networks were trained with upright faces. */
  maxRoll: 40,
  /**
   * Below this box score, the picture is also checked upside down. If the score rises by this much, the
   * picture was upside down.
   */
  surelyUpright: 0.75,
  clearlyMore: 0.1,
  /**
   * Distance between the eyes, in pixels. In the embedding's input it is about 60, so smaller faces are
   * enlarged and blurred.
   */
  minEyeDistance: 24,
}
