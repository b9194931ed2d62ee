/** Number of the layout of leaf, questions and country table. Signed in every leaf; each schema has circuits of its own. */
export const credentialSchema = 2
