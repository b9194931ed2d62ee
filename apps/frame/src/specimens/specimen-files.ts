/**
 * The addresses of the specimen documents, by file name. `scripts/specimens.mjs` draws the files, and the server
 * recognises them by their hashes.
 */
export const specimenFiles: Readonly<Record<string, string>> = {
  'specimen-pass.jpg': new URL('./specimen-pass.jpg', import.meta.url).href,
  'specimen-fail-age.jpg': new URL('./specimen-fail-age.jpg', import.meta.url).href,
  'specimen-fail-expired.jpg': new URL('./specimen-fail-expired.jpg', import.meta.url).href,
  'specimen-listed.jpg': new URL('./specimen-listed.jpg', import.meta.url).href,
}
