import { type InputHTMLAttributes, type Ref, useId } from 'react'
import { Icon } from './icon.tsx'

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> & {
  label: string
  problem?: string | undefined
  hint?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  onValue(value: string): void
}

/** A labelled input. Below it, space is reserved for the problem. */
export function Field({ label, problem, hint, inputRef, onValue, className, ...input }: FieldProps) {
  const id = useId()
  const below = problem ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        ref={inputRef}
        className={`input ${className ?? ''}`}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={below === undefined ? undefined : `${id}-below`}
        onChange={(event) => onValue(event.target.value)}
      />
      <p id={`${id}-below`} className={problem === undefined ? 'field-below' : 'field-below field-problem'}>
        {problem !== undefined && <Icon name="alert" />}
        {below}
      </p>
    </div>
  )
}
