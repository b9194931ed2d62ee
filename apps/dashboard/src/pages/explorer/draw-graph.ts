import type { Place, ShownGraph, ShownLink, ShownNode } from './graph.ts'
import { type Layout, nodeHeight, nodeWidth } from './layout-graph.ts'

/** The visible part: a place in the graph is shown at `place * scale + offset`. */
export type View = { readonly x: number; readonly y: number; readonly scale: number }

/** Colours from the design's tokens, so that the drawing follows the colour mode. */
export type Look = Readonly<Record<(typeof colours)[number], string>>
const colours = [
  ...(['surface', 'page', 'text', 'text-muted', 'border', 'border-strong', 'accent', 'accent-soft'] as const),
  ...(['severe', 'high', 'moderate', 'low'] as const),
] as const

export function readLook(element: Element): Look {
  const style = getComputedStyle(element)
  const pairs = colours.map((name) => [name, style.getPropertyValue(`--color-${name}`).trim()])
  return Object.fromEntries(pairs) as Look
}

/** The words of a node and of a link, in the member's language. */
export type Words = {
  nodeTitle(node: ShownNode): string
  nodeDetail(node: ShownNode): string
  linkText(link: ShownLink): string
  date(seconds: number): string
}

export type Drawing = {
  readonly shown: ShownGraph
  readonly layout: Layout
  readonly view: View
  readonly width: number
  readonly height: number
  readonly selected: string
  readonly look: Look
  readonly words: Words
}

/** Below these scales, details are not drawn, because they could not be read. */
const scaleOfTexts = 0.5
/** From this scale on, the names of nodes are drawn, in letters that do not shrink. */
const scaleOfNames = 0.28
const pixelsOfNames = 11
const scaleOfArrows = 0.35
const mostLinkTexts = 60

export function toneOf({ known }: Pick<ShownNode, 'known'>): keyof Look {
  const risk = known?.class
  if (risk === 'severe' || risk === 'suspected') return 'severe'
  if (risk === 'high') return 'high'
  if (risk === 'medium') return 'moderate'
  return known === null ? 'border-strong' : 'accent'
}

const riskiest = ['severe', 'high', 'moderate'] as const

/** Returns a width between 1 and 8 that grows with the number of digits of the value. */
export function widthOf({ usd, count }: Pick<ShownLink, 'usd' | 'count'>): number {
  const size = usd === undefined ? Math.log10(count + 1) : Math.log10(Number(usd / 1_000_000n) + 1)
  return Math.min(8, Math.max(1, Math.round(size * 1.2)))
}

type Curve = readonly [Place, Place, Place, Place]

/** Returns the curve of a link, from the right side of the sender to the left side of the recipient. */
export function curveOf({ from, to, transfer }: ShownLink, { places }: Layout): Curve | undefined {
  const [a, b] = [places.get(from), places.get(to)]
  if (a === undefined || b === undefined) return undefined
  // A transfer on a path is drawn below the sum of the transfers between the same nodes.
  const shift = nodeHeight / 2 + (transfer === undefined ? 0 : 17)
  const start = { x: a.x + nodeWidth, y: a.y + shift }
  const end = { x: b.x, y: b.y + shift }
  const bend = Math.max(60, Math.abs(end.x - start.x) / 2)
  return [start, { x: start.x + bend, y: start.y }, { x: end.x - bend, y: end.y }, end]
}

export function pointOn([a, b, c, d]: Curve, t: number): Place {
  const u = 1 - t
  const mix = (of: (place: Place) => number) =>
    u * u * u * of(a) + 3 * u * u * t * of(b) + 3 * u * t * t * of(c) + t * t * t * of(d)
  return { x: mix(({ x }) => x), y: mix(({ y }) => y) }
}

/** Draws a graph. Links with the same look are one path, because changing the look takes the longest. */
export function drawGraph(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { shown, layout, view, width, height, look, selected } = drawing
  const ratio = context.canvas.width / width
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  if (layout.axis) drawAxis(context, drawing, layout.axis)
  context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y)
  const tones = new Map(shown.nodes.map((node) => [node.id, toneOf(node)]))
  const paths = new Map<string, { tone: keyof Look; width: number; path: Path2D; alpha: number }>()
  const arrows: { curve: Curve; tone: keyof Look; size: number }[] = []
  for (const link of shown.links) {
    const curve = curveOf(link, layout)
    if (curve === undefined || isOutside(curve, view, width, height)) continue
    const ends = [tones.get(link.from), tones.get(link.to)]
    const isMarked = link.transfer !== undefined || link.id === selected
    const tone = isMarked ? 'accent' : (riskiest.find((each) => ends.includes(each)) ?? 'border-strong')
    const size = isMarked ? 3 : widthOf(link)
    const key = `${tone} ${size} ${isMarked}`
    const group = paths.get(key) ?? { tone, width: size, path: new Path2D(), alpha: isMarked ? 1 : 0.55 }
    paths.set(key, group)
    const [a, b, c, d] = curve
    group.path.moveTo(a.x, a.y)
    group.path.bezierCurveTo(b.x, b.y, c.x, c.y, d.x, d.y)
    arrows.push({ curve, tone, size })
  }
  for (const { tone, width: size, path, alpha } of paths.values()) {
    context.globalAlpha = alpha
    context.strokeStyle = look[tone]
    // Lines stay visible when everything is shown.
    context.lineWidth = Math.max(size, 0.6 / view.scale)
    context.stroke(path)
  }
  context.globalAlpha = 1
  if (view.scale >= scaleOfArrows) for (const arrow of arrows) drawArrow(context, arrow, look)
  for (const node of shown.nodes) drawNode(context, drawing, node, tones.get(node.id) ?? 'border-strong')
  if (view.scale >= scaleOfTexts) drawLinkTexts(context, drawing)
}

function isOutside([a, b, c, d]: Curve, { x, y, scale }: View, width: number, height: number): boolean {
  const xs = [a.x, b.x, c.x, d.x].map((at) => at * scale + x)
  const ys = [a.y, d.y].map((at) => at * scale + y)
  return Math.max(...xs) < 0 || Math.min(...xs) > width || Math.max(...ys) < 0 || Math.min(...ys) > height
}

function drawArrow(
  context: CanvasRenderingContext2D,
  { curve: [, , , { x, y }], tone, size }: { curve: Curve; tone: keyof Look; size: number },
  look: Look,
): void {
  const length = 6 + size
  context.fillStyle = look[tone]
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x - length, y - length / 2)
  context.lineTo(x - length, y + length / 2)
  context.fill()
}

function drawNode(
  context: CanvasRenderingContext2D,
  { layout, view, width, height, look, words, selected, shown }: Drawing,
  node: ShownNode,
  tone: keyof Look,
): void {
  const place = layout.places.get(node.id)
  if (place === undefined) return
  const { x, y } = place
  const left = x * view.scale + view.x
  const top = y * view.scale + view.y
  if (left > width || top > height) return
  if (left + nodeWidth * view.scale < 0 || top + nodeHeight * view.scale < 0) return
  const hasTexts = view.scale >= scaleOfTexts
  const hasName = view.scale >= scaleOfNames
  const isMarked = node.id === selected
  context.beginPath()
  context.roundRect(x, y, nodeWidth, nodeHeight, node.kind === 'name' ? nodeHeight / 2 : 8)
  context.fillStyle = hasName ? look[isMarked ? 'accent-soft' : 'surface'] : look[tone]
  context.fill()
  const line = isMarked || node.id === shown.focus ? 3 : 1.5
  // Without a coloured dot, the border shows the category.
  context.lineWidth = hasTexts ? line : line / view.scale
  context.strokeStyle = look[isMarked || node.id === shown.focus ? 'accent' : tone]
  // A dashed border marks an incomplete history, in addition to the words.
  context.setLineDash(node.state === 'complete' || node.kind === 'name' ? [] : [5, 4])
  context.stroke()
  context.setLineDash([])
  if (!hasName) return
  if (!hasTexts) {
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = look.text
    context.font = `500 ${pixelsOfNames / view.scale}px ${fontOf(context)}`
    context.fillText(words.nodeTitle(node), x + nodeWidth / 2, y + nodeHeight / 2, nodeWidth - 16)
    context.textAlign = 'start'
    return
  }
  const inset = node.kind === 'name' ? 22 : 14
  context.fillStyle = look[tone]
  context.beginPath()
  context.arc(x + inset, y + nodeHeight / 2, 5, 0, 2 * Math.PI)
  context.fill()
  const from = x + inset + 12
  const most = nodeWidth - inset - 22
  context.textBaseline = 'alphabetic'
  context.fillStyle = look.text
  context.font = `500 14px ${fontOf(context)}`
  context.fillText(words.nodeTitle(node), from, y + 19, most)
  context.fillStyle = look['text-muted']
  context.font = `12px ${fontOf(context)}`
  context.fillText(words.nodeDetail(node), from, y + 35, most)
}

const fontOf = ({ canvas }: CanvasRenderingContext2D) =>
  canvas instanceof HTMLCanvasElement ? getComputedStyle(canvas).fontFamily : 'sans-serif'

function drawLinkTexts(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { shown, layout, look, words, selected } = drawing
  const isFew = shown.links.length <= mostLinkTexts
  const degrees = new Map<string, number>()
  for (const { from, to } of shown.links)
    for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1)
  // Texts are near the node with fewer links, where they do not cover each other.
  const placeOn = ({ from, to }: ShownLink) =>
    (degrees.get(from) ?? 0) > (degrees.get(to) ?? 0) ? 0.68 : 0.32
  context.font = `12px ${fontOf(context)}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const link of shown.links) {
    if (!isFew && link.transfer === undefined && link.id !== selected) continue
    const curve = curveOf(link, layout)
    if (curve === undefined) continue
    const { x: onCurve, y } = pointOn(curve, placeOn(link))
    const text = words.linkText(link)
    const size = context.measureText(text).width
    // Between the nodes, or in the middle if there is no room.
    const [left, right] = [curve[0].x + size / 2 + 6, curve[3].x - size / 2 - 10]
    const x = left > right ? (left + right) / 2 : Math.min(Math.max(onCurve, left), right)
    context.fillStyle = look.page
    context.globalAlpha = 0.9
    context.fillRect(x - size / 2 - 4, y - 9, size + 8, 18)
    context.globalAlpha = 1
    context.fillStyle = link.transfer === undefined ? look.text : look.accent
    context.fillText(text, x, y)
  }
  context.textAlign = 'start'
}

const ticks = 5

function drawAxis(
  context: CanvasRenderingContext2D,
  { view, look, words, width, height }: Drawing,
  [from, to]: NonNullable<Layout['axis']>,
): void {
  context.font = `12px ${fontOf(context)}`
  context.textBaseline = 'top'
  let free = Number.NEGATIVE_INFINITY
  for (let tick = 0; tick <= ticks; tick++) {
    const share = tick / ticks
    const x = (from.x + share * (to.x - from.x) + nodeWidth / 2) * view.scale + view.x
    if (x < 0 || x > width) continue
    context.strokeStyle = look.border
    context.lineWidth = 1
    context.beginPath()
    context.moveTo(x, 20)
    context.lineTo(x, height)
    context.stroke()
    const text = words.date(from.time + share * (to.time - from.time))
    const half = context.measureText(text).width / 2
    // Dates do not cover each other, and are whole at the edges.
    const middle = Math.min(Math.max(x, half + 4), width - half - 4)
    if (middle - half < free) continue
    free = middle + half + 12
    context.fillStyle = look['text-muted']
    context.textAlign = 'center'
    context.fillText(text, middle, 4)
  }
  context.textAlign = 'start'
}

/** Returns the view that shows everything. */
export function fitView({ places }: Layout, width: number, height: number): View {
  const all = [...places.values()]
  if (all.length === 0) return { x: width / 2, y: height / 2, scale: 1 }
  const [left, right] = bounds(
    all.map(({ x }) => x),
    nodeWidth,
  )
  const [top, bottom] = bounds(
    all.map(({ y }) => y),
    nodeHeight,
  )
  const room = 32
  const scale = Math.min(1, (width - 2 * room) / (right - left), (height - 2 * room) / (bottom - top))
  return {
    x: width / 2 - ((left + right) / 2) * scale,
    y: height / 2 - ((top + bottom) / 2) * scale,
    scale,
  }
}

const bounds = (starts: readonly number[], size: number): [number, number] => [
  starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY),
  starts.reduce((most, start) => Math.max(most, start), Number.NEGATIVE_INFINITY) + size,
]

/** Returns the node or link at a place on the canvas. */
export function findAt({ shown, layout, view }: Drawing, at: Place): { node?: string; link?: string } {
  const place = { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale }
  const node = shown.nodes.find(({ id }) => {
    const corner = layout.places.get(id)
    if (corner === undefined) return false
    const [x, y] = [place.x - corner.x, place.y - corner.y]
    return x >= 0 && x <= nodeWidth && y >= 0 && y <= nodeHeight
  })
  if (node !== undefined) return { node: node.id }
  const near = 6 / view.scale
  let best: { id: string; away: number } | undefined
  for (const link of shown.links) {
    const curve = curveOf(link, layout)
    if (curve === undefined) continue
    for (let step = 0; step <= 24; step++) {
      const { x, y } = pointOn(curve, step / 24)
      const away = Math.hypot(x - place.x, y - place.y)
      if (away <= near + widthOf(link) && (best === undefined || away < best.away))
        best = { id: link.id, away }
    }
  }
  return best === undefined ? {} : { link: best.id }
}

/** Returns the nearest node in a direction, for the arrow keys. */
export function neighbourOf(
  { shown, layout }: Pick<Drawing, 'shown' | 'layout'>,
  from: string,
  [dx, dy]: readonly [number, number],
): string | undefined {
  const start = layout.places.get(from)
  if (start === undefined) return shown.focus || shown.nodes[0]?.id
  let best: { id: string; cost: number } | undefined
  for (const { id } of shown.nodes) {
    const place = layout.places.get(id)
    if (place === undefined || id === from) continue
    const [x, y] = [place.x - start.x, place.y - start.y]
    const along = x * dx + y * dy
    if (along <= 0) continue
    const cost = along + 3 * Math.abs(x * dy + y * dx)
    if (best === undefined || cost < best.cost) best = { id, cost }
  }
  return best?.id
}
