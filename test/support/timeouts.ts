/** Of a hook that begins with the demo: the first one of a run makes it for all others, on a machine that may be busy. */
export const demoTimeout = 600_000

/** Of a test in which a server or a command starts with stores of its own. */
export const startTimeout = 600_000

/** How much slower a busy machine is than a quiet one: under five times its load two of 2,838 unit tests took over 30 s. */
const patience = 4

/** Of a test beside the code: 30 seconds on a quiet machine. */
export const unitTimeout = patience * 30_000

/** Of a test in `test/e2e`: servers, browsers and chains start beside it. A minute on a quiet machine. */
export const wholeSystemTimeout = patience * 60_000

/** Of any test with `npm test -- --all`, where many do more of the same. */
export const allTimeout = 600_000
