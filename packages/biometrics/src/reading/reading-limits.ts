/** Where a detection counts as a face. Set on the 61 photographs of `../shared/data/faces`: see the README. */
export const readingLimits = {
  /** All true main faces there have 0.67 or more; what is no face but was found has 0.30 or less. */
  minBoxScore: 0.4,
  /** True faces have 1.0; what is no face has 0.24 to 0.78. */
  minMeshScore: 0.8,
  /** Of a second face beside a sure one: half a face reaches 0.36 to 0.41. */
  minOtherMeshScore: 0.3,
  /** A face in the crowd far behind, or the ghost picture on a document, is not a second person at the camera. */
  minShareOfLargest: 0.35,
  /** More than this is not upright: the networks were trained with upright faces. Degrees. */
  maxRoll: 40,
  /** A lower box score than this is looked at upside down, too; where that is so much higher, it is the right way up. */
  surelyUpright: 0.75,
  clearlyMore: 0.1,
  /** From eye to eye, in pixels: below, the embedding sees enlarged blur. Its input shows about 60. */
  minEyeDistance: 24,
}
