/** Returns the name of a country in the given language. */
export function regionName(language: string, alpha2: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(alpha2) ?? alpha2
}
