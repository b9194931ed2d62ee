/**
 * The version of the layouts of leaf, questions and country table. Every leaf contains this version, and each
 * schema has circuits of its own.
 */
export const credentialSchema = 2
