import type { ApiError } from '../api/api-error.ts'
import { type Texts, useTexts } from '../texts/texts.ts'
import { Icon } from './icon.tsx'

/** Explains why a change was refused and what to do. */
export function Refusal({ error }: { error: ApiError | undefined }) {
  const texts = useTexts()
  return (
    <div role="alert">
      {error !== undefined && (
        <p className="notice notice-failed">
          <Icon name="alert" />
          <span>{sentenceOf(error, texts)}</span>
        </p>
      )}
    </div>
  )
}

/** Returns the text for the code in the member's language or, if the code is unknown, the server's text. */
export function sentenceOf({ code, http, message, remedy }: ApiError, texts: Texts): string {
  const known = (texts.refusals as Readonly<Record<string, string>>)[code]
  if (known !== undefined) return known
  if (http === 429) return texts.refusals.tooMany
  return message === '' ? texts.refusals.system : `${message} ${remedy}`.trim()
}
