/** In place of a date that there is none of: a document that never expires, a birth date that is not known. */
export const noDate = 99991231
