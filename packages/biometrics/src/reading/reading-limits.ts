/**
 * Score and size limits above which a detection counts as a face. They were determined using the 61
 * photographs in `../shared/data/faces`; see the README.
 */
export const readingLimits = {
  /**
   * In the 61 photographs, all true main faces score at least 0.67, and false detections score at most 0.30.
   */
  minBoxScore: 0.4,
  /** In the 61 photographs, true faces score 1.0, and false detections score 0.24 to 0.78. */
  minMeshScore: 0.8,
  /** The limit for a second face next to a face detected with certainty. Half a face scores 0.36 to 0.41. */
  minOtherMeshScore: 0.3,
  /**
   * The smallest width relative to the main face. A smaller face, such as a face in the background or a
   * document's ghost image, does not count as a second person at the camera.
   */
  minShareOfLargest: 0.35,
  /**
   * If the sum of a face's movement and growth between two frames exceeds this share of its size, the frame
   * is searched. If a face suddenly grows by half, the mesh follows only part of the face, yet its score can
   * be as high as 1. In a capture with a turn and a blink, two of 129 frames exceed this limit.
   */
  maxMove: 0.05,
  /**
   * A face rolled by more than this many degrees is not upright. The networks were trained on upright faces.
   */
  maxRoll: 40,
  /**
   * If the box score is below this value, the picture is also checked upside down. If that increases the
   * score by more than `clearlyMore`, the picture was upside down.
   */
  surelyUpright: 0.75,
  clearlyMore: 0.1,
  /**
   * The smallest distance between the eyes, in pixels. In the embedding's input, this distance is about 60,
   * so smaller faces are enlarged and blurred.
   */
  minEyeDistance: 24,
}
