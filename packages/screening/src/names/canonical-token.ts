/** The servant of God in all its spellings: abdul-, abdel-, abdur-. */
export function canonicalToken(latin: string): string {
  if (!latin.startsWith('abd')) return latin
  if (/^abd(?:[aeiou]{1,2}[lr]?)?$/.test(latin)) return 'abd'
  return latin.replace(/^abd[aeiou]{1,2}(?:l(?=[a-z]{3})|([rsntzd])(?=h?\1))/, 'abd')
}
