/** The retention periods. The page shows them before the person begins, and a daily job enforces them. */
export const retention = {
  /**
   * How long the identity and the faceprint are kept: as long as a credential based on them is valid, but at
   * most a year. Without a credential, they are kept while a journey is in progress and then for the period
   * after which a journey counts as abandoned.
   */
  personDays: 365,
  /**
   * How long the result of a verification, and the fact that it took place, are kept; merchants need both for
   * their records. The person is erased after this period.
   */
  resultDays: 5 * 365,
  /** How long a journey can be inactive before it counts as abandoned. */
  abandonedDays: 30,
  /**
   * How long pictures of a document, or from a recording without colours, are kept after the person agrees to
   * a review. They are deleted earlier if the review is decided.
   */
  pictureDays: 7,
  /** How long the faceprint of a face that was refused as a duplicate is kept. */
  refusedDays: 30,
  /** How long notices about actions taken with a login are kept. */
  noticeDays: 30,
}
