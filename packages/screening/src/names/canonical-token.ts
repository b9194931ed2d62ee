/** Reduces all spellings of the Arabic "servant of" (abdul-, abdel-, abdur-) to one form. */
export function canonicalToken(latin: string): string {
  if (!latin.startsWith('abd')) return latin
  if (/^abd(?:[aeiou]{1,2}[lr]?)?$/.test(latin)) return 'abd'
  return latin.replace(/^abd[aeiou]{1,2}(?:l(?=[a-z]{3})|([rsntzd])(?=h?\1))/, 'abd')
}
