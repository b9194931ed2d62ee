import { useLanguage } from '../texts/texts.ts'

const languages = { en: 'en-GB', 'zh-hk': 'zh-HK' } as const

/** Shows a time in the member's time zone, with UTC on hover. */
export function Moment({ at, seconds = false }: { at: string | number; seconds?: boolean }) {
  const { locale } = useLanguage()
  const time = new Date(at)
  const language = languages[locale]
  const timeStyle = seconds ? 'medium' : 'short'
  return (
    <time dateTime={time.toISOString()} title={`${time.toISOString().replace('T', ' ').slice(0, 19)} UTC`}>
      <span className="whole">{time.toLocaleDateString(language, { dateStyle: 'medium' })}</span>{' '}
      <span className="whole">{time.toLocaleTimeString(language, { timeStyle, hourCycle: 'h23' })}</span>
    </time>
  )
}

export function useNumber(): (value: number, digits?: number) => string {
  const { locale } = useLanguage()
  return (value, digits = 0) =>
    value
      .toLocaleString(languages[locale], { maximumFractionDigits: digits })
      // Formats numbers with thin, non-breaking spaces between thousands.
      .replaceAll(',', '\u202f')
}

/** Formats an exact decimal amount without changing its value. */
export function useAmount(): (amount: string) => string {
  return (amount) => {
    const [whole = '', fraction] = amount.split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f')
    return fraction === undefined ? grouped : `${grouped}.${fraction}`
  }
}

/** Formats a short date in UTC. */
export function useDay(): (day: string) => string {
  const { locale } = useLanguage()
  return (day) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(languages[locale], {
      ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    })
}
