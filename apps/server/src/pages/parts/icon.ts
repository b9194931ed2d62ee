import { type Html, html } from '../html.ts'

/** Paths on a 20 × 20 grid, drawn with strokes. */
const shapes = {
  arrow: html`<path d="M4 10h12m-5-5 5 5-5 5"/>`,
  back: html`<path d="M16 10H4m5-5-5 5 5 5"/>`,
  check: html`<path d="m4 10.5 4 4 8-9"/>`,
  copy: html`<rect x="7" y="7" width="10" height="10" rx="2"/><path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2"/>`,
  cross: html`<path d="m5 5 10 10M15 5 5 15"/>`,
  'not-begun': html`<circle cx="10" cy="10" r="7" stroke-dasharray="2.6 2.9"/>`,
  swap: html`<path d="M3 7h13m-4-4 4 4M17 13H4m4 4-4-4"/>`,
  through: html`<path d="M1.5 10H6m8 0h4.5"/><circle cx="10" cy="10" r="4"/>`,
  'under-way': html`<circle cx="10" cy="10" r="7"/><path fill="currentColor" stroke="none" d="M10 6a4 4 0 0 1 0 8z"/>`,
} satisfies Record<string, Html>

export type IconName = keyof typeof shapes

/** Renders a decorative icon. The adjacent text or the label of the button conveys the meaning. */
export function icon(name: IconName, size: 'usual' | 'small' = 'usual'): Html {
  const classes = size === 'small' ? 'icon icon-small' : 'icon'
  const stroke = size === 'small' ? 2.5 : 1.5
  return html`<svg class="${classes}" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes[name]}</svg>`
}
