/** Retention periods. The page shows them before the person begins, and a daily job enforces them. */
export const retention = {
  /**
   * Identity and faceprint are kept while a credential based on them is valid, for a year at most. Without a
   * credential, they are kept while a journey is in progress, plus the period after which a journey counts as
   * abandoned.
   */
  personDays: 365,
  /**
   * The fact and the result of a verification, which merchants need for their records. The person is erased
   * after this period.
   */
  resultDays: 5 * 365,
  /** A journey without activity. */
  abandonedDays: 30,
  /**
   * Pictures of a document or of a recording without colours that a person agreed to have reviewed. The
   * decision on the review deletes them earlier.
   */
  pictureDays: 7,
}
