/** Of a hook that begins with the demo: the first one of a run makes it for all others, on a machine that may be busy. */
export const demoTimeout = 600_000

/** Of a test in which a server or a command starts with stores of its own. */
export const startTimeout = 600_000
