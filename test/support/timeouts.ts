/**
 * For a hook that starts with the demo. The first such hook in a run creates the demo for all others,
 * possibly on a busy machine.
 */
export const demoTimeout = 600_000

/** For a test in which a server or command starts with its own stores. */
export const startTimeout = 600_000

/**
 * How much slower a busy machine is than an idle machine. With a load of five times the number of cores, two
 * of 2,838 unit tests took over 30 s.
 */
const patience = 4

/** For a unit test. Corresponds to 30 seconds on an idle machine. */
export const unitTimeout = patience * 30_000

/**
 * For a test in `test/e2e`, which also starts servers, browsers and chains. Corresponds to a minute on an
 * idle machine.
 */
export const wholeSystemTimeout = patience * 60_000

/** For any test with `npm test -- --all`, where many have more iterations. */
export const allTimeout = 600_000
