import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Colours = ReadonlyMap<string, string>

const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8').replace(
  /\/\*[\s\S]*?\*\//g,
  '',
)
const base = readFileSync(new URL('../styles/base.css', import.meta.url), 'utf8')

/** Returns the body of the first rule with that selector. */
function rule(selector: string): string {
  const start = tokens.indexOf(`${selector} {`)
  expect(start, selector).toBeGreaterThan(-1)
  return tokens.slice(tokens.indexOf('{', start) + 1, tokens.indexOf('}', start))
}

function declarations(body: string): Map<string, string> {
  return new Map(
    body
      .split(';')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
      }),
  )
}

const light = declarations(rule(':root'))
const darkBySystem = declarations(rule(':root:not([data-theme="light"])'))
const darkByAttribute = declarations(rule(':root[data-theme="dark"]'))

function channel(value: number): number {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Relative luminance as defined by WCAG 2. */
function luminance(hex: string): number {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(hex) ?? []
  if (red === undefined || green === undefined || blue === undefined) throw new Error(`not a colour: ${hex}`)
  const [r, g, b] = [red, green, blue].map((part) => channel(Number.parseInt(part, 16))) as [
    number,
    number,
    number,
  ]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(colours: Colours, front: string, back: string): number {
  const [one, other] = [front, back].map((name) => luminance(colours.get(`--color-${name}`) ?? '')) as [
    number,
    number,
  ]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

const grounds = ['page', 'surface', 'sunken']

const textPairs: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['text', ground],
    ['text-muted', ground],
    ['accent', ground],
    ['accent-hover', ground],
    ['low', ground],
    ['moderate', ground],
    ['high', ground],
    ['severe', ground],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['accent', 'accent-soft'],
  ['text', 'accent-soft'],
  ['low', 'low-soft'],
  ['moderate', 'moderate-soft'],
  ['high', 'high-soft'],
  ['severe', 'severe-soft'],
]

/** Colour pairs without text: borders of controls, and the focus ring. */
const edgePairs: [string, string][] = [
  ['border-strong', 'page'],
  ['border-strong', 'surface'],
  ['accent', 'page'],
  ['accent', 'surface'],
]

for (const [theme, colours] of [
  ['light', light],
  ['dark', darkByAttribute],
] as const) {
  test.each(textPairs)(`${theme}: %s on %s has a contrast of at least 4.5:1`, (front, back) => {
    expect(contrast(colours, front, back)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edgePairs)(`${theme}: %s on %s has a contrast of at least 3:1`, (front, back) => {
    expect(contrast(colours, front, back)).toBeGreaterThanOrEqual(3)
  })
}

test('calculates known contrast values', () => {
  const known = new Map([
    ['--color-black', '#000000'],
    ['--color-white', '#ffffff'],
    ['--color-grey', '#767676'],
  ])
  expect(contrast(known, 'black', 'white')).toBeCloseTo(21, 5)
  expect(contrast(known, 'grey', 'white')).toBeCloseTo(4.54, 2)
})

test('has the same dark tokens for the system setting and the page setting, with the same names as the light tokens', () => {
  expect([...darkBySystem]).toEqual([...darkByAttribute])
  expect([...darkByAttribute.keys()]).toEqual([...light.keys()])
})

test('takes every colour and text size in the base styles from the tokens', () => {
  const defined = new Set(tokens.match(/--[a-z0-9-]+(?=:)/g))
  for (const [, name] of base.matchAll(/var\((--[a-z0-9-]+)\)/g)) expect(defined).toContain(name)
  expect(base).not.toMatch(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(/i)
  for (const [, value] of base.matchAll(/font-size: (.*);/g)) expect(value).toMatch(/^var\(--text-\d+\)$/)
})

test('measures every colour pair in the base styles', () => {
  const measured = new Set(textPairs.map(([front, back]) => `${front} on ${back}`))
  for (const [, body] of base.matchAll(/\{([^{}]*)\}/g)) {
    const back = /background(?:-color)?: var\(--color-([a-z-]+)\)/.exec(body ?? '')?.[1]
    const front = /(?:^|[^-])color: var\(--color-([a-z-]+)\)/.exec(body ?? '')?.[1]
    if (front !== undefined && back !== undefined) expect(measured).toContain(`${front} on ${back}`)
  }
})
