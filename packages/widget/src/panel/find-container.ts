/**
 * Returns the element in which the widget is shown: the element from the options or, if not set, the body.
 */
export function findContainer(container: HTMLElement | string | undefined): HTMLElement {
  if (typeof container !== 'string') return container ?? document.body
  const found = document.querySelector<HTMLElement>(container)
  if (!found) throw new Error(`options.rootContainer: the page has no element "${container}"`)
  return found
}
