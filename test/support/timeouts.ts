/**
 * Timeout for a hook that starts with the demo. The first such hook in a run creates the demo for all others,
 * possibly on a busy machine.
 */
export const demoTimeout = 600_000

/** Timeout for a test in which a server or a command starts with its own stores. */
export const startTimeout = 600_000

/**
 * Assumed ratio of the duration of a test on a busy machine to its duration on an idle machine. Under a load
 * of five times the number of cores, two of 2,838 unit tests took more than 30 s.
 */
const patience = 4

/** Timeout for a unit test. Equivalent to 30 seconds on an idle machine. */
export const unitTimeout = patience * 30_000

/**
 * Timeout for a test in `test/e2e`, which can also start servers, browsers and chains. Equivalent to a minute
 * on an idle machine.
 */
export const wholeSystemTimeout = patience * 60_000

/** Timeout for any test with `npm test -- --all`, because many tests then run more iterations. */
export const allTimeout = 600_000
