/** Markup created by `html`. No other function creates a value of this type. */
class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type Html = Markup
/** `undefined` and `false` render as nothing, so that a part can be written as `condition && html\`…\``. */
export type HtmlValue = string | number | false | undefined | Html | readonly HtmlValue[]

/**
 * Inserts values into markup. Every string is escaped. Only results of `html` are inserted unchanged. A value
 * inside a tag must be in double quotes, because otherwise a space in the value would start another
 * attribute.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? ''
  let place = walk(text, 'text')
  for (const [index, value] of values.entries()) {
    const literal = strings[index + 1] ?? ''
    text += place === 'text' ? content(value) : attribute(value, place)
    text += literal
    place = walk(literal, place)
  }
  return new Markup(text)
}

type Place = 'text' | 'tag' | 'quoted'

/**
 * The position of a value after a literal part of a template: between tags, in a tag, or in a quoted
 * attribute.
 */
function walk(literal: string, from: Place): Place {
  let place = from
  for (let position = 0; position < literal.length; position++) {
    const character = literal[position]
    if (place === 'text') {
      // A value directly after `<` would become part of the tag name.
      if (character === '<' && /^([a-z!/]|$)/i.test(literal[position + 1] ?? '')) place = 'tag'
    } else if (character === '"') {
      place = place === 'tag' ? 'quoted' : 'tag'
    } else if (place === 'tag' && character === '>') {
      place = 'text'
    }
  }
  return place
}

function content(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return value.map(content).join('')
}

function attribute(value: HtmlValue, place: 'tag' | 'quoted'): string {
  if (place === 'tag') throw new Error('html: a value in a tag must be in double quotes')
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new Error('html: an attribute must be a string or a number')
  }
  return escapeHtml(String(value))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
