/** The element that the widget stands in: the page's body, or the one that the site named. */
export function findContainer(container: HTMLElement | string | undefined): HTMLElement {
  if (typeof container !== 'string') return container ?? document.body
  const found = document.querySelector<HTMLElement>(container)
  if (!found) throw new Error(`options.rootContainer: the page has no element "${container}" now`)
  return found
}
