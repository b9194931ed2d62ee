/**
 * Photographs in `../shared/data/lfw` that show the same person as a photograph under another name. They were
 * the nearest pairs of strangers with both embeddings, and were confirmed by eye.
 */
export const labelErrors: readonly (readonly [string, string])[] = [
  ['Andrew_Caldecott', 'Andrew_Gilligan'],
  ['Anja_Paerson', 'Janica_Kostelic'],
  ['Doc_Rivers', 'Glenn_Rivers'],
  ['Gabrielle_Rose', 'Martha_Bowen'],
]
