import type { Colours, Parameters } from './read-parameters.ts'

/**
 * Chooses the colour mode: the page's parameter, then the program's theme, then the hosting page's system
 * colours. If none is set, the stylesheet follows the device's setting.
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
