/** A country as people of a language call it. */
export function regionName(language: string, alpha2: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(alpha2) ?? alpha2
}
