/** The name of the background work that removes what is left of a person, here and on chains. */
export const forgetJob = 'forget'
