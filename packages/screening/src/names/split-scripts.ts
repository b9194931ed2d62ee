const latin = /\p{Script=Latin}/u
const other = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** Splits a name that is given both in Latin and in its original script. Returns any other text unchanged. */
export function splitScripts(text: string): string[] {
  if (!other.test(text) || !latin.test(text)) return [text]
  const words = text.split(/[\s()[\]]+/)
  const ofOther = words.filter((word) => other.test(word)).join(' ')
  const ofLatin = words.filter((word) => latin.test(word) && !other.test(word)).join(' ')
  return ofLatin === '' || ofOther === '' ? [text] : [ofLatin, ofOther]
}
