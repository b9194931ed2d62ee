/**
 * The version of the leaf layout, the question layout and the country table. Every leaf contains this
 * version, and each schema has separate circuits.
 */
export const credentialSchema = 2
