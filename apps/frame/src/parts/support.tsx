import { useFrame } from '../state/use-frame.ts'

/** Where the site's people can be asked, as the site has said. */
export function Support() {
  const { view, texts } = useFrame()
  const { name = '', support } = view?.merchant ?? {}
  if (support === undefined) return <p className="notice">{texts.support.unknown(name)}</p>
  const href = support.startsWith('https://') ? support : `mailto:${support}`
  return (
    <p className="notice">
      <span>
        {texts.support.ask(name)}{' '}
        <a href={href} target="_blank" rel="noopener noreferrer">
          {support.replace(/^https:\/\//, '')}
        </a>
      </span>
    </p>
  )
}
