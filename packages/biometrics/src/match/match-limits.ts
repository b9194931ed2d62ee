/**
 * Distances between faces of unit length (0 = the same picture, 1.41 = nothing in common). The published
 * figures of this embedding on LFW (fold 1, single pictures) use the network's own scale: below 0.55 true
 * pairs 92 %, false ones 0.12 %; below 0.60 true 98 %, false 0.66 %. The network's vectors have a length of
 * about 1.507 (median of the 61 photographs in `../shared/data/faces`, 1.37 to 1.64), which converts 0.55 to
 * 0.365 and 0.60 to 0.398. On the 300 labelled pairs of 25 of them, the farthest same pair is at 0.371 and
 * the nearest different pair at 0.410.
 */
export const matchLimits = {
  /** Up to this distance: the same person. One of about 800 strangers is this close. */
  same: 0.365,
  /** At this distance or more: a different person. Between the two limits the result is unclear. */
  different: 0.43,
  /**
   * A live picture this far from the mean of the others shows another person, or too little of the face. In
   * the clips used to set the liveness limits: up to 0.31 within a person, 0.48 between people.
   */
  outlier: 0.4,
  /** Degrees of yaw from a straight look beyond which a picture says little about the person's identity. */
  maxYaw: 9,
  /** More live pictures than this add nothing. */
  maxPictures: 10,
}
