import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { useTexts } from '../../texts/texts.ts'
import {
  type Drawing,
  drawGraph,
  findAt,
  fitView,
  neighbourOf,
  readLook,
  type View,
  type Words,
} from './draw-graph.ts'
import type { Direction, Place, ShownGraph } from './graph.ts'
import { type Layout, nodeHeight, nodeWidth } from './layout-graph.ts'

/** Graphs with more links are moved as a picture, and drawn again when the movement ends. */
const mostDrawnLive = 600
const settleMs = 90
const zoomStep = 1.25
const [smallest, largest] = [0.02, 3]
/** A pointer that moves less is a click. */
const clickPixels = 4

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export type GraphViewProps = {
  shown: ShownGraph
  layout: Layout
  words: Words
  selected: string
  onSelect(id: string): void
  onExpand(node: string, direction: Direction): void
  onHide(node: string): void
  onPin(node: string, at: Place | undefined): void
  onUndo(): void
  onRedo(): void
}

/** Draws the graph, which can be moved, zoomed and operated with the pointer or the keyboard. */
export function GraphView(props: GraphViewProps) {
  const { shown, layout, selected } = props
  const texts = useTexts()
  const help = useId()
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(box)
  const [hasCanvas, setHasCanvas] = useState(true)
  const view = useRef<View>({ x: 0, y: 0, scale: 1 })
  const drawn = useRef<View>(view.current)
  const moved = useRef(false)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const frame = useRef(0)
  const drawing = useRef<Omit<Drawing, 'view'>>(undefined)

  const paint = () => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      const element = canvas.current
      const context = element?.getContext('2d')
      if (!element || !context || drawing.current === undefined) return
      const ratio = devicePixelRatio || 1
      const { width, height } = drawing.current
      if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio)
      if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio)
      element.style.transform = ''
      drawn.current = view.current
      drawGraph(context, { ...drawing.current, view: view.current, look: readLook(element) })
    })
  }
  const move = (next: View) => {
    view.current = { ...next, scale: Math.min(largest, Math.max(smallest, next.scale)) }
    const element = canvas.current
    if (element === null || shown.links.length <= mostDrawnLive) return paint()
    const { x, y, scale } = drawn.current
    const grow = view.current.scale / scale
    element.style.transform = `translate(${view.current.x - x * grow}px, ${view.current.y - y * grow}px) scale(${grow})`
    clearTimeout(settling.current)
    settling.current = setTimeout(paint, settleMs)
  }
  const zoom = (by: number, at: Place = { x: size.width / 2, y: size.height / 2 }) => {
    const { x, y, scale } = view.current
    const next = Math.min(largest, Math.max(smallest, scale * by))
    const grow = next / scale
    moved.current = true
    move({ x: at.x - (at.x - x) * grow, y: at.y - (at.y - y) * grow, scale: next })
  }
  const fit = () => {
    moved.current = false
    view.current = fitView(layout, size.width, size.height)
    paint()
  }
  /** Moves the view so that a node is visible. */
  const reveal = (id: string) => {
    const place = layout.places.get(id)
    if (place === undefined) return
    const { scale } = view.current
    const [left, top] = [place.x * scale + view.current.x, place.y * scale + view.current.y]
    const isVisible =
      left >= 0 &&
      top >= 0 &&
      left + nodeWidth * scale <= size.width &&
      top + nodeHeight * scale <= size.height
    if (isVisible) return
    move({
      scale,
      x: size.width / 2 - (place.x + nodeWidth / 2) * scale,
      y: size.height / 2 - (place.y + nodeHeight / 2) * scale,
    })
  }

  useEffect(() => {
    drawing.current = { ...props, ...size, look: {} as Drawing['look'] }
    if (size.width === 0) return
    // A graph that the member has not moved is shown completely.
    if (!moved.current) view.current = fitView(layout, size.width, size.height)
    paint()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: repaints with the latest drawing
  useEffect(() => {
    if (canvas.current?.getContext('2d') === null) setHasCanvas(false)
    const media = matchMedia('(prefers-color-scheme: dark)')
    const repaint = () => paint()
    media.addEventListener('change', repaint)
    // The member can choose the colour mode in the menu.
    const observer = new MutationObserver(repaint)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      media.removeEventListener('change', repaint)
      observer.disconnect()
      clearTimeout(settling.current)
    }
  }, [])
  useEffect(() => {
    const element = box.current
    if (element === null) return
    // A listener that can prevent scrolling. The page scrolls unless the graph has the focus.
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      zoom(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top })
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  })

  const drag = useRef<{
    start: Place
    view: View
    node: string | undefined
    at: Place | undefined
    far: boolean
  }>(undefined)
  const placeOf = (event: PointerEvent): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const find = (at: Place) =>
    drawing.current === undefined ? {} : findAt({ ...drawing.current, view: view.current }, at)
  const pointer = {
    onPointerDown(event: PointerEvent) {
      const start = placeOf(event)
      const { node } = find(start)
      const at = node === undefined ? undefined : layout.places.get(node)
      drag.current = { start, view: view.current, node, at, far: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      const from = drag.current
      if (from === undefined) return
      const { x, y } = placeOf(event)
      const by = { x: x - from.start.x, y: y - from.start.y }
      if (Math.hypot(by.x, by.y) > clickPixels) from.far = true
      if (!from.far || from.node !== undefined) return
      moved.current = true
      move({ ...from.view, x: from.view.x + by.x, y: from.view.y + by.y })
    },
    onPointerUp(event: PointerEvent) {
      const from = drag.current
      drag.current = undefined
      if (from === undefined) return
      const { x, y } = placeOf(event)
      if (!from.far) {
        const { node, link } = find({ x, y })
        props.onSelect(node ?? link ?? '')
      } else if (from.node !== undefined && from.at !== undefined) {
        const { scale } = view.current
        moved.current = true
        props.onPin(from.node, {
          x: from.at.x + (x - from.start.x) / scale,
          y: from.at.y + (y - from.start.y) / scale,
        })
      }
    },
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isNode = layout.places.has(selected)
    const actions: Record<string, (() => void) | false> = {
      Enter: isNode && (() => props.onExpand(selected, event.shiftKey ? 'in' : 'out')),
      h: isNode && (() => props.onHide(selected)),
      Delete: isNode && (() => props.onHide(selected)),
      p: isNode && (() => props.onPin(selected, layout.places.get(selected))),
      '+': () => zoom(zoomStep),
      '-': () => zoom(1 / zoomStep),
      '0': fit,
      Escape: () => props.onSelect(''),
    }
    const arrow = arrows[event.key]
    const command = event.ctrlKey || event.metaKey
    let act = command ? undefined : actions[event.key]
    if (arrow !== undefined && !command) {
      act = () => {
        const next = neighbourOf({ shown, layout }, selected, arrow)
        if (next === undefined) return
        props.onSelect(next)
        reveal(next)
      }
    }
    if (command && event.key.toLowerCase() === 'z') act = event.shiftKey ? props.onRedo : props.onUndo
    if (command && event.key.toLowerCase() === 'y') act = props.onRedo
    if (!act) return
    event.preventDefault()
    act()
  }
  if (!hasCanvas) return <p className="notice">{texts.explorer.noCanvas}</p>
  return (
    <div className="graph-frame no-print">
      <div
        ref={box}
        className="graph-box"
        role="application"
        aria-label={texts.explorer.graphName(shown.nodes.length, shown.links.length)}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: operated with the keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onDoubleClick={() => layout.places.has(selected) && props.onExpand(selected, 'out')}
        {...pointer}
      >
        <canvas
          ref={canvas}
          className="graph-canvas"
          data-nodes={shown.nodes.length}
          data-links={shown.links.length}
        />
      </div>
      <div className="graph-controls">
        <Button onPress={() => zoom(zoomStep)}>
          <span aria-hidden="true">+</span>
          <span className="visually-hidden">{texts.explorer.zoomIn}</span>
        </Button>
        <Button onPress={() => zoom(1 / zoomStep)}>
          <span aria-hidden="true">−</span>
          <span className="visually-hidden">{texts.explorer.zoomOut}</span>
        </Button>
        <Button onPress={fit}>{texts.explorer.fit}</Button>
      </div>
      <p id={help} className="muted small graph-help">
        {texts.explorer.keys}
      </p>
    </div>
  )
}

function useSize(box: { readonly current: HTMLElement | null }) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}
