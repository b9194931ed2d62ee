/**
 * Distances between embeddings of unit length (0 = the same picture, 1.41 = nothing in common). The
 * embedding's published LFW figures (fold 1, single pictures) use the network's own scale: 92 % of pairs of
 * the same person and 0.12 % of pairs of different people are below 0.55; 98 % and 0.66 % are below 0.60. The
 * network's vectors have a length of about 1.507 (median of the 61 photographs in `../shared/data/faces`,
 * range 1.37 to 1.64), which converts 0.55 to 0.365 and 0.60 to 0.398. In 300 labelled pairs from 25 of these
 * photographs, the largest distance between pictures of the same person is 0.371 and the smallest distance
 * between different people is 0.410.
 */
export const matchLimits = {
  /**
   * Two faces that are at most this far apart count as the same person. At most one in 400 strangers is this
   * close to a document's photo.
   */
  same: 0.365,
  /**
   * Two faces that are at least this far apart count as different people. Between the two limits, the result
   * is unclear.
   */
  different: 0.43,
  /**
   * A live picture this far from the mean of the other pictures shows another person or too little of the
   * face. In the clips used to set the liveness limits, the distance is up to 0.31 for the same person and
   * 0.48 for different people.
   */
  outlier: 0.4,
  /** Degrees of yaw beyond which a picture contains little information about the person's identity. */
  maxYaw: 9,
  /** The largest number of live pictures that are used. More pictures do not improve the result. */
  maxPictures: 10,
}
