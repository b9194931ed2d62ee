import { type Html, html } from '../html.ts'
import { icon } from './icon.ts'

export type ListedLink = { href: string; name: string; about: string }

export function linkList(links: readonly ListedLink[]): Html {
  const items = links.map(
    ({ href, name, about }) =>
      html`<li><a class="next-link" href="${href}"><span class="next-name">${name}</span><span class="next-about">${about}</span>${icon('arrow')}</a></li>`,
  )
  return html`<ul class="next">${items}</ul>`
}
