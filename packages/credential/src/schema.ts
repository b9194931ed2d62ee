/** Of the leaf, the questions and the country table. Each schema has circuits of its own. */
export const credentialSchema = 2

/** Its leaf said neither the kind nor what was checked. Held credentials of it are issued anew when they are used. */
export const formerSchema = 1
