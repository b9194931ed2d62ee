import type { Colours, Parameters } from './read-parameters.ts'

/**
 * Which colours hold: the page's wish, then the program's, then what the hosting page says of its system, then this
 * device's (by the stylesheet, when nothing is set).
 */
export function coloursOf(
  parameters: Pick<Parameters, 'theme' | 'systemColours'> | undefined,
  program: 'auto' | Colours | undefined,
  changed: Colours | undefined,
): Colours | undefined {
  const fixed = parameters !== undefined && parameters.theme !== 'auto' ? parameters.theme : undefined
  const ofProgram = program === 'auto' ? undefined : program
  return fixed ?? ofProgram ?? changed ?? parameters?.systemColours
}

export function showColours(colours: Colours | undefined): void {
  if (colours === undefined) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = colours
}
