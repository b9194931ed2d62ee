/**
 * Version of the layout of leaf, questions and country table. Every leaf contains it, and each schema has its own
 * circuits.
 */
export const credentialSchema = 2
