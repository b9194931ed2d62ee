import type { CaseGraph } from '@touchstone/contract'

type Node = CaseGraph['nodes'][number]
type Line = { readonly from: Node; readonly to: Node; texts: string[]; isPath: boolean }

const colours = {
  severe: '#b3261e',
  suspected: '#b3261e',
  high: '#b45309',
  medium: '#8a6d00',
  none: '#0f766e',
} as const
const unknown = '#8a8680'
const path = '#0f766e'
const margin = 40
/** Texts of a line that are listed. */
const mostTexts = 3

/** Returns a graph that a member drew in the explorer. Undefined if the text describes none. */
export function parseCaseGraph(text: string): CaseGraph | undefined {
  let graph: Partial<CaseGraph> | null
  try {
    graph = JSON.parse(text) as Partial<CaseGraph> | null
  } catch {
    return undefined
  }
  const isGraph = [graph?.nodes, graph?.atoms, graph?.edges, graph?.size].every(Array.isArray)
  return isGraph ? (graph as CaseGraph) : undefined
}

/** Draws a graph as an SVG picture, as it was placed in the explorer. The picture contains no script and no link. */
export function drawCaseGraph(graph: CaseGraph): string {
  const { nodes, size, title } = graph
  const [width, height] = size
  const left = Math.min(0, ...nodes.map(({ x }) => x)) - margin
  const top = Math.min(0, ...nodes.map(({ y }) => y)) - margin
  const right = Math.max(0, ...nodes.map(({ x }) => x + width)) + margin
  const bottom = Math.max(0, ...nodes.map(({ y }) => y + height)) + margin
  const box = [left, top, right - left, bottom - top].join(' ')
  const parts = [
    ...linesOf(graph).map((line) => drawLine(line, size)),
    ...nodes.map((node, index) => drawNode(node, graph, index)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" font-family="sans-serif">
<title>${escaped(title)}</title>
<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`
}

/** Combines the sums of transfers between two nodes. Each transfer on a path is a line of its own. */
function linesOf({ nodes, atoms, edges }: CaseGraph): Line[] {
  const lines = new Map<string, Line>()
  for (const [index, { from: sender, to: recipient, flows, transfer }] of edges.entries()) {
    const [from, to] = [atoms[sender], atoms[recipient]].map((atom) => atom && nodes[atom.node])
    if (!from || !to || from === to) continue
    const key = transfer ? `${index}` : `${from.id}>${to.id}`
    const line = lines.get(key) ?? { from, to, texts: [], isPath: transfer !== undefined }
    const date = transfer ? `, ${new Date(transfer.time * 1000).toISOString().slice(0, 10)}` : ''
    for (const { amount, coin } of flows) line.texts.push(`${amount} ${coin}${date}`)
    lines.set(key, line)
  }
  return [...lines.values()]
}

function drawLine({ from, to, texts, isPath }: Line, [width, height]: CaseGraph['size']): string {
  const y = height / 2 + (isPath ? 12 : 0)
  const [x1, y1, x2, y2] = [from.x + width, from.y + y, to.x, to.y + y]
  const bend = Math.max(60, Math.abs(x2 - x1) / 2)
  const curve = `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
  const arrow = `M${x2} ${y2}l-9 -4v8z`
  const colour = isPath ? path : unknown
  const more = texts.length > mostTexts ? ` + ${texts.length - mostTexts}` : ''
  const words = escaped(texts.slice(0, mostTexts).join(' + ') + more)
  return `<path d="${curve}" fill="none" stroke="${colour}" stroke-width="${isPath ? 3 : 1.5}"/><path d="${arrow}" fill="${colour}"/>
<text x="${(x1 + x2) / 2}" y="${(y1 + y2) / 2 - 4}" font-size="11" text-anchor="middle" fill="#1c1b1a">${words}</text>`
}

function drawNode({ x, y, title, detail }: Node, { atoms, size }: CaseGraph, index: number): string {
  const [width, height] = size
  const own = atoms.filter(({ node }) => node === index)
  const known = own[0]?.known ?? null
  const colour = known === null ? unknown : (colours[known.class] ?? unknown)
  const isName = own.length > 1 || own[0]?.kind === 'name'
  const isWhole = own.every(({ state }) => state === 'complete')
  const dashes = isWhole || isName ? '' : ' stroke-dasharray="5 4"'
  const corner = isName ? height / 2 : 8
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}" fill="#ffffff" stroke="${colour}" stroke-width="1.5"${dashes}/>
<text x="${x + 14}" y="${y + 19}" font-size="13" fill="#1c1b1a">${escaped(cut(title, 28))}</text>
<text x="${x + 14}" y="${y + 35}" font-size="11" fill="#5c5853">${escaped(cut(detail, 34))}</text>`
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text, and removes control characters and others that XML does not allow. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '').replace(/[&<>"]/g, (sign) => signs[sign] ?? '')
}
