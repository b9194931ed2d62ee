/** The state of a review list, which is kept in the URL, so that a member returns to the same page and filter. */
export type ListSearch = {
  kind: string
  /** The `after` values of the pages before this one and of this page. Empty on the first page. */
  pages: readonly string[]
}

export function readListSearch(search: string): ListSearch {
  const values = new URLSearchParams(search)
  return { kind: values.get('kind') ?? '', pages: values.get('pages')?.split('-') ?? [] }
}

/** Returns the query string of a URL, or an empty string for the first page without a kind filter. */
export function writeListSearch({ kind, pages }: ListSearch): string {
  const values = new URLSearchParams({
    ...(kind !== '' && { kind }),
    ...(pages.length > 0 && { pages: pages.join('-') }),
  })
  return values.size === 0 ? '' : `?${values}`
}
