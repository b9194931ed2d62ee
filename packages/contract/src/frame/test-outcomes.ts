/**
 * Outcomes that can be chosen in a test program: by the suffix of the login e-mail, such as
 * `name+fail-age@example.com`, on the test screen, or with a specimen document.
 */
export const testOutcomes = [
  'pass',
  'review',
  'listed',
  'expire',
  'fail-document',
  'fail-expired',
  'fail-age',
  'fail-citizenship',
  'fail-face',
  'fail-unique',
  'fail-location',
  'fail-residence',
  'fail-income',
] as const
/** An outcome that can be chosen in a test program. */
export type TestOutcome = (typeof testOutcomes)[number]

/** A specimen document, with the outcome that it causes in a test program. */
export const specimens = [
  { file: 'specimen-pass.jpg', outcome: 'pass' },
  { file: 'specimen-fail-age.jpg', outcome: 'fail-age' },
  { file: 'specimen-fail-expired.jpg', outcome: 'fail-expired' },
  { file: 'specimen-listed.jpg', outcome: 'listed' },
] as const satisfies readonly { file: string; outcome: TestOutcome }[]
