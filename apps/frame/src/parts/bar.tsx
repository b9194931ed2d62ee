/** A progress bar with a label in a fixed position. */
export function Bar({ part, label }: { part: number | undefined; label: string }) {
  const percent = part === undefined ? undefined : Math.round(Math.min(1, Math.max(0, part)) * 100)
  return (
    <div className="bar">
      <div
        className={percent === undefined ? 'bar-track bar-unknown' : 'bar-track'}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className="bar-fill" style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
      <p className="bar-label muted small">{label}</p>
    </div>
  )
}
