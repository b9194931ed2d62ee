/** How long what is kept is kept. The page tells people so before they begin, and a daily job does it. */
export const retention = {
  /**
   * Who somebody is, and the faceprint: as long as the credential that rests on them is good, which is a year at most. Of
   * who has none, as long as something is under way, and as many days more as a journey may stand still.
   */
  personDays: 365,
  /** That somebody was verified, and with what result: the merchant's record. After it, the person is forgotten. */
  resultDays: 5 * 365,
  /** A journey that nobody goes on with. */
  abandonedDays: 30,
  /** Pictures of a document or of a film without colours, where the person agreed that a review looks at them; until it is decided, if that is sooner. */
  pictureDays: 7,
}
