import { useId } from 'react'

export function SelectField({
  label,
  value,
  options,
  problem,
  onValue,
}: {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  problem?: string | undefined
  onValue(value: string): void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : `${id}-below`}
        onChange={(event) => onValue(event.target.value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <p id={`${id}-below`} className="field-below field-problem">
        {problem}
      </p>
    </div>
  )
}
