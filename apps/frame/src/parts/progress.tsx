import { useFrame } from '../state/use-frame.ts'

/** Where in the way the screen stands. Its place is kept before the first view. */
export function Progress() {
  const { view, texts } = useFrame()
  const index = view ? view.stages.indexOf(view.stage) + 1 : 0
  const of = view?.stages.length ?? 1
  const finished = view?.step.name === 'done'
  const label = view && index > 0 ? texts.progress(index, of, texts.stages[view.stage]) : ''
  return (
    <div className="way">
      {label === '' ? (
        <div className="way-track" />
      ) : (
        <div
          className="way-track"
          role="progressbar"
          aria-label={texts.top.verification}
          aria-valuemin={0}
          aria-valuemax={of}
          aria-valuenow={index}
          aria-valuetext={label}
        >
          <span className="way-fill" style={{ width: `${((finished ? of : index - 0.5) / of) * 100}%` }} />
        </div>
      )}
      <p className="way-label" aria-hidden="true">
        {label}
      </p>
    </div>
  )
}
