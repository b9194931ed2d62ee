import { useEffect, useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { Icon } from './icon.tsx'

const shownMs = 2000

/** Shows a value that is copied when clicked. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const texts = useTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-label={texts.common.copyWhat(what)}
      title={texts.common.copyWhat(what)}
      onClick={() => void navigator.clipboard?.writeText(value).then(() => setCopied(true))}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      <span className="visually-hidden" role="status">
        {copied && texts.common.copied}
      </span>
    </button>
  )
}

/** Shows a longer value, such as a snippet or a response, with a copy button. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so it must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section would need another pre inside */}
      <pre tabIndex={0} role="region" aria-label={what}>
        {text}
      </pre>
      <CopyButton value={text} what={what} />
    </div>
  )
}
