/** Retention periods. The page states them before the person begins, and a daily job enforces them. */
export const retention = {
  /**
   * Identity and faceprint: as long as the credential that rests on them is valid, a year at most. Without a
   * credential: while a journey is in progress, plus the period after which a journey counts as abandoned.
   */
  personDays: 365,
  /**
   * The fact and the result of a verification, which the merchant needs for its records. Afterwards the
   * person is erased.
   */
  resultDays: 5 * 365,
  /** A journey without activity. */
  abandonedDays: 30,
  /**
   * Pictures of a document or of a film without colours that a person agreed to have reviewed. They are
   * deleted earlier if the review is decided.
   */
  pictureDays: 7,
}
