/**
 * The data that the page script receives through the binding `cameraState` whenever the page starts its
 * camera.
 */
export type CameraState = {
  manner:
    | 'obeys'
    | 'does-nothing'
    | 'keeps-eyes-shut'
    | 'covers-face'
    | 'wears-mask'
    | 'leaves'
    | 'is-a-photo'
  camera: 'works' | 'denied' | 'missing'
  hasDocument: boolean
  face: { x: number; y: number; size: number }
  perSecond: number
  reactionMs: number
  /** Proportion of the light on the face that comes from the screen. */
  gain: number
}

type Watched = { phase: string; action: string; colour: string }
type Pictures = Record<string, ImageBitmap[]>

/**
 * Runs in every page before the page's own scripts, and therefore must not use imports. Replaces the camera
 * with a simulated person who looks at the screen, performs the requested actions after a delay, and reflects
 * the light of the screen.
 */
export function personScript(): void {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) return
  const { cameraPictures, cameraState, cameraFellBehind } = globalThis as unknown as {
    cameraPictures(part: string): Promise<string[]>
    cameraState(): Promise<CameraState>
    cameraFellBehind(ms: number): Promise<void>
  }
  const width = 640
  const height = 480
  const colours: Record<string, readonly [number, number, number]> = {
    red: [1, 0, 0],
    yellow: [1, 1, 0],
    green: [0, 1, 0],
    cyan: [0, 1, 1],
    blue: [0, 0, 1],
    magenta: [1, 0, 1],
  }

  /**
   * Work by the page that takes no noticeable time on a real device, with the page time at which it started.
   */
  const unfinished = new Set<{ sinceMs: number }>()
  async function waitedFor<Result>(work: Promise<Result>): Promise<Result> {
    const entry = { sinceMs: performance.now() }
    unfinished.add(entry)
    try {
      return await work
    } finally {
      unfinished.delete(entry)
    }
  }

  let reportTime: () => Promise<void> = async () => undefined
  let isTied = false
  /**
   * Slows down time for the page, the simulated person and the service to the speed at which the machine
   * draws, encodes and sends pictures. On a busy machine, a capture therefore takes longer but shows the same
   * content.
   */
  function tieTimeToWork(): void {
    if (isTied) return
    isTied = true
    const longestMs = { drawing: 40, work: 300 }
    const real = performance.now.bind(performance)
    let before = real()
    let shown = before
    let unreportedMs = 0
    Object.defineProperty(performance, 'now', { value: () => shown, configurable: true })
    reportTime = async () => {
      const ms = unreportedMs
      unreportedMs = 0
      if (ms > 0) await cameraFellBehind(ms)
    }
    const draw = () => {
      const now = real()
      const isWaiting = [...unfinished].some(({ sinceMs }) => shown - sinceMs >= longestMs.work)
      const passed = isWaiting ? 0 : Math.min(now - before, longestMs.drawing)
      shown += passed
      unreportedMs += now - before - passed
      before = now
      if (unreportedMs > 50) void reportTime()
      requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
  }

  /** Replaced before the page's scripts run, because the page keeps a reference to the function. */
  function watchWork(): void {
    const { toBlob } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toBlob = function pack(take, ...how) {
      void waitedFor(
        new Promise<void>((resolve) => {
          const done: BlobCallback = (blob) => {
            resolve()
            take(blob)
          }
          toBlob.call(this, done, ...how)
        }),
      )
    }
    const fetch = globalThis.fetch.bind(globalThis)
    globalThis.fetch = async (...request) => {
      if (!String(request[0]).includes('/liveness')) return fetch(...request)
      // The service must receive the delay before it reads its clock.
      return waitedFor(reportTime().then(() => fetch(...request)))
    }
  }
  watchWork()

  async function fetchPictures(part: string): Promise<ImageBitmap[]> {
    const texts = await cameraPictures(part)
    return Promise.all(
      texts.map((text) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
      }),
    )
  }

  /** Returns the instruction that the screen currently shows, and when it appeared. */
  function watchScreen(): () => Watched & { sinceMs: number } {
    let seen: Watched & { sinceMs: number } = { phase: '', action: '', colour: '', sinceMs: 0 }
    const look = () => {
      const {
        phase = '',
        action = '',
        colour = '',
      } = document.querySelector<HTMLElement>('section[data-phase]')?.dataset ?? {}
      const sinceMs = action === seen.action ? seen.sinceMs : performance.now()
      seen = { phase, action, colour, sinceMs }
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-phase', 'data-action', 'data-colour'],
    })
    look()
    return () => seen
  }

  function openStage(w: number, h: number, draw: (context: CanvasRenderingContext2D) => void): MediaStream {
    const canvas = document.createElement('canvas')
    canvas.width = w
    canvas.height = h
    const context = canvas.getContext('2d', { alpha: false })
    if (context === null) throw new Error('no canvas')
    draw(context)
    const stream = canvas.captureStream()
    const timer = setInterval(() => {
      draw(context)
      if (!stream.active) clearInterval(timer)
    }, 66)
    return stream
  }

  /**
   * Simulates sensor noise with faint dark and light specks. The canvas is larger than the picture, so that
   * the noise can be shifted for each frame.
   */
  function makeGrain(): HTMLCanvasElement {
    const grain = document.createElement('canvas')
    grain.width = width + 64
    grain.height = height + 64
    const context = grain.getContext('2d')
    const specks = context?.createImageData(grain.width, grain.height)
    if (!context || !specks) throw new Error('no canvas')
    for (let at = 0; at < specks.data.length; at += 4) {
      const bell = Math.random() + Math.random() + Math.random() - 1.5
      specks.data.fill(bell > 0 ? 255 : 0, at, at + 3)
      specks.data[at + 3] = Math.abs(bell) * 16
    }
    context.putImageData(specks, 0, 0)
    return grain
  }

  async function streamPerson(options: CameraState): Promise<MediaStream> {
    const parts = ['neutral', 'shut', 'turn-left', 'turn-right', 'nod', 'open-mouth', 'blink', 'come-closer']
    const pictures: Pictures = {}
    for (const part of parts) pictures[part] = await fetchPictures(part)
    tieTimeToWork()
    const screen = watchScreen()
    const grain = makeGrain()
    const startedAt = performance.now()

    const pingPong = (frames: ImageBitmap[], ms: number) => {
      const turn = Math.floor((ms * options.perSecond) / 1_000) % Math.max(1, 2 * frames.length - 2)
      return frames[turn < frames.length ? turn : 2 * frames.length - 2 - turn]
    }
    const choose = (now: number): { picture: ImageBitmap | undefined; zoom: number } => {
      const { action, sinceMs } = screen()
      const quiet = pingPong(pictures.neutral ?? [], now - startedAt)
      if (options.manner === 'is-a-photo') return { picture: pictures.neutral?.[0], zoom: 1 }
      if (options.manner === 'keeps-eyes-shut') return { picture: pictures.shut?.[0], zoom: 1 }
      const doneMs = now - sinceMs - options.reactionMs
      if (options.manner === 'does-nothing' || action === '' || doneMs < 0) return { picture: quiet, zoom: 1 }
      const acted = pictures[action] ?? []
      if (acted.length === 0 && action === 'come-closer')
        return { picture: quiet, zoom: 1 + 0.35 * Math.min(1, doneMs / 900) }
      return { picture: acted[Math.floor((doneMs * options.perSecond) / 1_000)] ?? quiet, zoom: 1 }
    }

    return openStage(width, height, (context) => {
      const now = performance.now()
      const { phase, colour } = screen()
      const { picture, zoom } = choose(now)
      const { face } = options
      const isFilmed = phase === 'neutral' || phase === 'step' || phase === 'pause' || phase === 'done'
      if (picture === undefined || (options.manner === 'leaves' && isFilmed)) {
        context.fillStyle = '#8a8a86'
        context.fillRect(0, 0, width, height)
        return
      }
      const scale = Math.max(width / picture.width, height / picture.height)
      const [w, h] = [picture.width * scale, picture.height * scale]
      context.save()
      // Simulates the small movements of a real head.
      if (options.manner === 'keeps-eyes-shut')
        context.translate(4 * Math.sin(now / 330), 3 * Math.cos(now / 270))
      context.translate(face.x, face.y)
      context.scale(zoom, zoom)
      context.translate(-face.x, -face.y)
      context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h)
      context.restore()
      if (options.manner === 'covers-face' && isFilmed) {
        context.fillStyle = '#6f6a64'
        context.fillRect(face.x - face.size * 0.6, face.y - face.size * 0.8, face.size * 1.2, face.size * 1.7)
      }
      if (options.manner === 'wears-mask') {
        context.fillStyle = '#5f86b0'
        context.fillRect(
          face.x - face.size * 0.45,
          face.y + face.size * 0.05,
          face.size * 0.9,
          face.size * 0.6,
        )
      }
      shine(context, colours[colour], options)
      context.drawImage(grain, -Math.floor(Math.random() * 64), -Math.floor(Math.random() * 64))
    })
  }

  /**
   * Light is added before the camera applies its gamma curve. For stronger light, a factor per channel is
   * applied, which is equivalent to color-dodge with grey 1 - 1/factor. The light is strongest in the middle
   * of the face and falls off as on a sphere.
   */
  function shine(
    context: CanvasRenderingContext2D,
    colour: readonly [number, number, number] | undefined,
    { face, gain }: CameraState,
  ): void {
    if (colour === undefined) return
    const glow = context.createRadialGradient(face.x, face.y, 0, face.x, face.y, face.size)
    for (const away of [0, 0.25, 0.5, 0.75, 0.9, 1]) {
      const falling = away < 1 ? 0.3 + 0.7 * Math.sqrt(1 - away * away) : 0.1
      const grey = 255 * (1 - (1 + gain * falling) ** (-1 / 2.2))
      const [red, green, blue] = colour.map((share) => Math.round(share * grey))
      glow.addColorStop(away, `rgb(${red} ${green} ${blue})`)
    }
    context.globalCompositeOperation = 'color-dodge'
    context.fillStyle = glow
    context.fillRect(0, 0, width, height)
    context.globalCompositeOperation = 'source-over'
  }

  async function streamDocument(): Promise<MediaStream> {
    const [picture] = await fetchPictures('document')
    if (picture === undefined) throw new DOMException('no camera', 'NotFoundError')
    return openStage(picture.width, picture.height, (context) => {
      // Simulates a hand-held camera, because the browser would send no new frames for an unchanged picture.
      const sway = 1.5 * Math.sin(performance.now() / 400)
      context.drawImage(picture, sway, 0)
    })
  }

  const getUserMedia = async (constraints?: MediaStreamConstraints): Promise<MediaStream> => {
    const options = await cameraState()
    if (options.camera === 'denied') throw new DOMException('Permission denied', 'NotAllowedError')
    if (options.camera === 'missing') throw new DOMException('Requested device not found', 'NotFoundError')
    const wish = typeof constraints?.video === 'object' ? constraints.video.facingMode : undefined
    const isAway = JSON.stringify(wish ?? '').includes('environment')
    return isAway && options.hasDocument ? streamDocument() : streamPerson(options)
  }
  const enumerateDevices = async () =>
    (await cameraState()).camera === 'missing'
      ? []
      : [{ kind: 'videoinput', deviceId: 'camera', groupId: 'camera', label: 'Camera', toJSON: () => ({}) }]
  Object.defineProperty(devices, 'getUserMedia', { value: getUserMedia, configurable: true })
  Object.defineProperty(devices, 'enumerateDevices', { value: enumerateDevices, configurable: true })
}
