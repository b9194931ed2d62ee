import { livenessLimits } from '@touchstone/biometrics'
import type { Table, Target } from '../../../bench/support/report.ts'
import type { ColourFilm } from '../measure/evaluate-colours.ts'

export function colourTable(films: readonly ColourFilm[]): Table {
  return {
    title: 'Captures of one colour draw, compared with other draws',
    head: ['footage', 'colour strength', 'correlation with own draw', 'other draws', 'fitting'],
    rows: films.map(({ session, gain, own, draws, fitting }) => [
      session,
      String(gain),
      own.toFixed(2),
      String(draws),
      String(fitting),
    ]),
  }
}

export function colourTargets(films: readonly ColourFilm[]): Target[] {
  const draws = films.reduce((sum, film) => sum + film.draws, 0)
  const fitting = films.reduce((sum, film) => sum + film.fitting, 0)
  const weakest = Math.min(...films.map(({ own }) => own))
  const { correlation } = livenessLimits.colour
  return [
    {
      what: 'other draws that match a capture of one draw',
      wanted: 'fewer than 1 in 1,000',
      seen: `${fitting} of ${draws}`,
      met: fitting * 1000 < draws,
    },
    {
      what: 'weakest correlation of a capture with its own draw',
      wanted: `at least ${correlation}`,
      seen: weakest.toFixed(2),
      met: weakest >= correlation,
    },
  ]
}
