/** Returns the visible text of a page, with decoded entities. */
export function readable(page: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return page
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
}

/** Returns the first tag that is closed incorrectly or not at all. */
export function unbalanced(page: string): string | undefined {
  const empty = new Set(['meta', 'link', 'wbr', 'br', 'input'])
  const open: string[] = []
  for (const [tag, slash, name = '', selfClosing] of page.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:\s+[a-zA-Z-]+(?:="[^"]*")?)*\s*(\/?)>/g,
  )) {
    if (slash === '/') {
      if (open.pop() !== name) return tag
    } else if (!empty.has(name) && selfClosing !== '/') {
      open.push(name)
    }
  }
  return open.at(-1)
}
