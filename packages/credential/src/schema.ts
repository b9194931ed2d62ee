/** Of the leaf and the country table. Credentials of another schema have other circuits. */
export const credentialSchema = 1
