import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { Icon } from './icon.tsx'

type Common = {
  label: string
  problem?: string | undefined
  hint?: ReactNode
  /** The names that errors of the server use for this value, separated by spaces. `Refusal` shows them here. */
  field?: string
}

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> &
  Common & {
    inputRef?: Ref<HTMLInputElement>
    /** Whether the field spans two columns if there is room. */
    wide?: boolean
    onValue(value: string): void
  }

/** Shows a labelled input, with its problem or hint below. */
export function Field({
  label,
  problem,
  hint,
  field,
  inputRef,
  wide = false,
  onValue,
  className,
  ...input
}: FieldProps) {
  const id = useId()
  return (
    <div className={wide ? 'field field-wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        data-field={field}
        ref={inputRef}
        className={`input ${className ?? ''}`}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined && hint === undefined ? undefined : `${id}-below`}
        onChange={(event) => onValue(event.target.value)}
      />
      <Below id={`${id}-below`} problem={problem} hint={hint} />
    </div>
  )
}

/** Shows a labelled field for a text of several lines. */
export function TextArea({
  label,
  field,
  hint,
  problem,
  value,
  maxLength,
  required = false,
  onValue,
}: Common & { value: string; maxLength: number; required?: boolean; onValue(value: string): void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        data-field={field}
        className="input"
        rows={3}
        value={value}
        maxLength={maxLength}
        required={required}
        aria-describedby={problem === undefined && hint === undefined ? undefined : `${id}-below`}
        onChange={(event) => onValue(event.target.value)}
      />
      <Below id={`${id}-below`} problem={problem} hint={hint} />
    </div>
  )
}

export type Choice = { readonly value: string; readonly name: string }

export function Select({
  label,
  field,
  value,
  choices,
  problem,
  hint,
  onValue,
}: Common & { value: string; choices: readonly Choice[]; onValue(value: string): void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        data-field={field}
        className="input"
        value={value}
        aria-describedby={problem === undefined && hint === undefined ? undefined : `${id}-below`}
        onChange={(event) => onValue(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
      <Below id={`${id}-below`} problem={problem} hint={hint} />
    </div>
  )
}

export function Checkbox({
  label,
  hint,
  checked,
  disabled = false,
  onValue,
}: {
  label: string
  hint?: string | undefined
  checked: boolean
  disabled?: boolean
  onValue(checked: boolean): void
}) {
  const id = useId()
  return (
    <div className="checkbox">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-below`}
        onChange={(event) => onValue(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-below`} className="muted small">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

function Below({ id, problem, hint }: { id: string; problem: string | undefined; hint: ReactNode }) {
  if (problem === undefined && hint === undefined) return null
  return (
    <p
      id={id}
      className={problem === undefined ? 'field-below muted small' : 'field-below field-problem small'}
    >
      {problem !== undefined && <Icon name="alert" />}
      {problem ?? hint}
    </p>
  )
}
