import { useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ApiError } from '../api/api-error.ts'
import { type Texts, useTexts } from '../texts/texts.ts'
import { Icon } from './icon.tsx'

/** Errors about one value of a form whose code does not name the value. */
const fieldOfCode: Readonly<Record<string, string>> = {
  'risk.invalidAddress': 'address',
  'risk.unsupportedCoin': 'coin',
  'case.unknown-reference': 'ref',
  'case.file-type': 'file',
  'case.file-too-large': 'file',
  'upload.too-large': 'file',
  'sign-in.code-wrong': 'code',
  'sign-in.code-over': 'code',
  'review.zone': 'zone',
  'review.too-many-changes': 'zone',
}

const parameter = 'parameter.'

/**
 * Explains why a change was refused and what to do. An error about a value is shown at the field of the form that has
 * the value, until the member changes it. Fields state with `field` which values they have.
 */
export function Refusal({ error }: { error: ApiError | undefined }) {
  const texts = useTexts()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Element | 'corrected'>()
  const { code = '' } = error ?? {}
  const field = code.startsWith(parameter) ? code.slice(parameter.length) : fieldOfCode[code]
  // Before the page is painted, so that the text does not move.
  useLayoutEffect(() => {
    setPlace(undefined)
    if (error === undefined || field === undefined) return
    const scope = box.current?.closest('form') ?? box.current?.parentElement
    const input = scope?.querySelector<HTMLElement>(`[data-field~="${CSS.escape(field)}"]`)
    const holder = input?.closest('.field')
    if (!input || !holder) return
    setPlace(holder)
    const before = input.getAttribute('aria-describedby')
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute('aria-describedby', [before, id].filter(Boolean).join(' '))
    input.focus()
    const restore = () => {
      input.removeAttribute('aria-invalid')
      if (before === null) input.removeAttribute('aria-describedby')
      else input.setAttribute('aria-describedby', before)
    }
    const correct = () => setPlace('corrected')
    input.addEventListener('input', correct, { once: true })
    input.addEventListener('input', restore, { once: true })
    return () => {
      input.removeEventListener('input', correct)
      input.removeEventListener('input', restore)
      restore()
    }
  }, [error, field, id])
  const isElsewhere = place !== undefined
  return (
    <div role="alert" ref={box}>
      {error !== undefined && !isElsewhere && (
        <p className="notice notice-failed">
          <Icon name="alert" />
          <span>{sentenceOf(error, texts)}</span>
        </p>
      )}
      {error !== undefined &&
        place instanceof Element &&
        createPortal(
          <p id={id} role="alert" className="field-below field-problem small">
            <Icon name="alert" />
            {problemOf(error, texts)}
          </p>,
          place,
        )}
    </div>
  )
}

/** Returns the text at a field: the server's explanation, except where it names a value as programs do. */
function problemOf(error: ApiError, texts: Texts): string {
  const sentence = sentenceOf(error, texts)
  return sentence === `${error.message} ${error.remedy}`.trim()
    ? texts.refusals.field(error.message)
    : sentence
}

/** Returns the text for the code in the member's language or, if the code is unknown, the server's text. */
export function sentenceOf({ code, http, message, remedy }: ApiError, texts: Texts): string {
  const known = (texts.refusals as Readonly<Record<string, unknown>>)[code]
  if (typeof known === 'string') return known
  if (http === 429) return texts.refusals.tooMany
  return message === '' ? texts.refusals.system : `${message} ${remedy}`.trim()
}
