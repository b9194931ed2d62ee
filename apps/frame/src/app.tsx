import type { FrameView } from '@touchstone/contract'
import { Component, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Bar } from './parts/bar.tsx'
import { lazyPart } from './parts/lazy-part.ts'
import { Screen } from './parts/screen.tsx'
import { Top } from './parts/top.tsx'
import { AuthorizeScreen } from './screens/authorize.tsx'
import { TroubleScreen } from './screens/trouble-screen.tsx'
import { hasEnded } from './state/has-ended.ts'
import { useFrame } from './state/use-frame.ts'

const LaterScreen = lazyPart(() => loadLater().then(({ LaterScreen }) => LaterScreen))

/** Renders the screen for the current step. */
function StepScreen({ view, onClose }: { view: FrameView; onClose: (() => void) | undefined }) {
  if (view.step.name === 'authorize') return <AuthorizeScreen step={view.step} />
  return (
    <Suspense fallback={<Starting />}>
      <LaterScreen view={view} onClose={onClose} />
    </Suspense>
  )
}

/** Shows a failure screen instead of an empty frame if rendering fails or a chunk cannot be loaded. */
class CatchFaults extends Component<{ onFault(): void; children: ReactNode }, { faulty: boolean }> {
  override state = { faulty: false }

  static getDerivedStateFromError() {
    return { faulty: true }
  }

  override componentDidCatch() {
    this.props.onFault()
  }

  override render() {
    return this.state.faulty ? null : this.props.children
  }
}

const Dialogs = lazyPart(() => loadLater().then(({ Dialogs }) => Dialogs))

export function App({ embedded }: { embedded: boolean }) {
  const { frame, view, trouble, connectionLost, dialog, busy, texts } = useFrame()
  const stage = useRef<HTMLDivElement>(null)
  const close = () => {
    if (hasEnded(frame.store.get())) frame.leave()
    else frame.store.set({ dialog: 'closing' })
  }
  const onClose = embedded ? close : undefined

  useEffect(() => {
    void loadLater().catch(() => {})
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` reads the current state
  useEffect(() => {
    if (!embedded) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || dialog !== undefined) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [embedded, dialog])
  useEffect(() => {
    if (!connectionLost && document.activeElement === document.body)
      stage.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [connectionLost])

  const onFault = () =>
    frame.store.set({ trouble: { screen: 'unknown', reason: 'system', again: () => location.reload() } })
  return (
    <div className="frame">
      <header>
        <Top onClose={onClose} />
        {view?.program.test && (
          <p className="test-mode" role="note">
            {texts.top.test}
          </p>
        )}
        <Progress />
      </header>
      {connectionLost && <ConnectionLostScreen />}
      {/* The step stays mounted while the connection is lost, so that typed and recorded input is kept. */}
      <div ref={stage} className="stage" hidden={connectionLost}>
        {trouble !== undefined ? (
          <TroubleScreen key={`${trouble.screen} ${trouble.reason}`} trouble={trouble} />
        ) : view === undefined ? (
          <Starting />
        ) : (
          <CatchFaults onFault={onFault}>
            <StepScreen view={view} onClose={onClose} />
          </CatchFaults>
        )}
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs />
        </Suspense>
      )}
      <div role="status" className="visually-hidden">
        {busy && texts.common.working}
      </div>
    </div>
  )
}

/** Loads everything that the first screen does not need. */
function loadLater(): Promise<typeof import('./screens/later.ts')> {
  return import('./screens/later.ts')
}

function Starting() {
  const { texts } = useFrame()
  return (
    <Screen title={texts.starting.title} why={texts.starting.why} icon="shield">
      <Bar part={undefined} label={texts.common.working} />
    </Screen>
  )
}

/** Shows a screen over the current step, which stays mounted and keeps its state. */
function ConnectionLostScreen() {
  const { frame, texts } = useFrame()
  const { title, why } = texts.failures['connection-lost']
  return (
    <Screen
      title={title}
      why={why}
      icon="plug"
      tone="waiting"
      actions={
        // A plain button, because an `Action` is disabled while a call waits for the connection.
        <button type="button" className="button button-primary" onClick={() => frame.retryConnection()}>
          {texts.common.tryAgain}
        </button>
      }
    >
      <Bar part={undefined} label={texts.common.working} />
    </Screen>
  )
}

/** Shows the current stage. Its space is reserved before the first view arrives. */
function Progress() {
  const { view, texts } = useFrame()
  const index = view ? view.stages.indexOf(view.stage) + 1 : 0
  const of = view?.stages.length ?? 1
  const finished = view?.step.name === 'done'
  const label = view && index > 0 ? texts.progress(index, of, texts.stages[view.stage]) : ''
  return (
    <div className="progress">
      {label === '' ? (
        <div className="progress-track" />
      ) : (
        <div
          className="progress-track"
          role="progressbar"
          aria-label={texts.top.verification}
          aria-valuemin={0}
          aria-valuemax={of}
          aria-valuenow={index}
          aria-valuetext={label}
        >
          <span
            className="progress-fill"
            style={{ width: `${((finished ? of : index - 0.5) / of) * 100}%` }}
          />
        </div>
      )}
      <p className="progress-label" aria-hidden="true">
        {label}
      </p>
    </div>
  )
}
