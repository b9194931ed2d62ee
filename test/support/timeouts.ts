/**
 * For a hook that starts with the demo: the first one of a run creates it for all others, possibly on a busy
 * machine.
 */
export const demoTimeout = 600_000

/** For a test in which a server or a command starts with its own stores. */
export const startTimeout = 600_000

/**
 * How much slower a busy machine is than an idle one: under five times its load, two of 2,838 unit tests took over
 * 30 s.
 */
const patience = 4

/** For a unit test: 30 seconds on an idle machine. */
export const unitTimeout = patience * 30_000

/** For a test in `test/e2e`, which also starts servers, browsers and chains. A minute on an idle machine. */
export const wholeSystemTimeout = patience * 60_000

/** For any test with `npm test -- --all`, where many have more iterations. */
export const allTimeout = 600_000
