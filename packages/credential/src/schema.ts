/**
 * Version of the leaf, question and country table layouts. Every leaf contains it, and each schema has its
 * own circuits.
 */
export const credentialSchema = 2
