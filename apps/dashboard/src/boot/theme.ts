export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** `auto` uses the colour mode of the system. */
export function showTheme(chosen: string | undefined): void {
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
}
