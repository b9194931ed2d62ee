/** A time in the person's time zone, with UTC on hover. */
export function Moment({ at, language }: { at: number; language: string }) {
  const date = new Date(at)
  const local = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
  return (
    <time dateTime={date.toISOString()} title={`${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`}>
      {local}
    </time>
  )
}
