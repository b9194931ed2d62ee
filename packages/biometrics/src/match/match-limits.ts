/**
 * Distances between faces of unit length (0 = the same picture, 1.41 = nothing in common).
 *
 * The published figures of this embedding on LFW (fold 1, single pictures) are in the network's own scale: below 0.55
 * true pairs 92 %, false ones 0.12 %; below 0.60 true 98 %, false 0.66 %. The network's vectors have a length of about
 * 1.507 (median of the 61 photographs in `../shared/data/faces`, 1.37 to 1.64), which turns 0.55 into 0.365 and 0.60
 * into 0.398. On the 300 labelled pairs of 25 of them the farthest same pair stands at 0.371 and the
 * nearest different pair at 0.410.
 */
export const matchLimits = {
  /** At most this: the same person. One of about 800 strangers is that near. */
  same: 0.365,
  /** At least this: someone else. Between the two nobody should be sure. */
  different: 0.43,
  /**
   * A live picture whose face is this far from the middle of the others shows someone else, or too little. The clips that
   * the limits of liveness were set on: up to 0.31 within a person, 0.48 between.
   */
  outlier: 0.4,
  /** Degrees of yaw from a straight look, beyond which a picture says little about who it is. */
  maxYaw: 9,
  /** More live pictures than this add nothing. */
  maxPictures: 10,
}
