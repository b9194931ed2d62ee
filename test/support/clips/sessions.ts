import type { Action } from '@touchstone/biometrics'
import type { ClipName } from './read-clip.ts'

export type Act = { action: Action; fromS: number; toS: number }

/**
 * The part of a video that shows one person in one place, with the times of a neutral look and of real
 * actions.
 */
export type Session = {
  name: string
  person: 'dark-haired man' | 'man before the map'
  clip: ClipName
  neutral: { fromS: number; toS: number }
  acts: Act[]
}

const act = (action: Action, fromS: number, toS: number): Act => ({ action, fromS, toS })

/** The parts from which the limits were derived, selected by eye on contact sheets. */
export const settingSessions: Session[] = [
  {
    name: 'map, quiet room, near (cap13)',
    person: 'man before the map',
    clip: 'cap13_edit2',
    neutral: { fromS: 14.2, toS: 15.2 },
    acts: [
      act('turn-left', 19.9, 21.1),
      act('turn-left', 22.2, 23.5),
      act('turn-right', 21.1, 22.2),
      act('open-mouth', 15.4, 16.9),
      act('open-mouth', 17.6, 19.1),
      act('blink', 3.6, 4.9),
      act('blink', 2.1, 2.7),
    ],
  },
  {
    name: 'blue wall, first half (franck)',
    person: 'dark-haired man',
    clip: 'franck',
    neutral: { fromS: 26, toS: 29.5 },
    acts: [
      act('turn-left', 44.5, 45.9),
      act('turn-right', 72.3, 73.4),
      act('blink', 30, 30.8),
      act('blink', 36.5, 37.2),
      act('blink', 59.2, 59.9),
    ],
  },
]

/** The parts for the evaluation: another video of one man, and the second half of the other man's video. */
export const heldOutSessions: Session[] = [
  {
    name: 'map, near (cap12)',
    person: 'man before the map',
    clip: 'cap12_edit',
    neutral: { fromS: 9.9, toS: 11.1 },
    acts: [
      act('turn-right', 19.2, 20.7),
      act('turn-left', 20.6, 22.1),
      act('nod', 22.1, 23.9),
      act('nod', 23.8, 25.4),
      act('open-mouth', 11.1, 12.5),
      act('open-mouth', 13, 14.9),
      act('open-mouth', 16.3, 17.2),
      act('come-closer', 31.2, 33.2),
      act('blink', 25.3, 26.1),
      act('blink', 30.7, 31.3),
    ],
  },
  {
    name: 'map, far (cap12)',
    person: 'man before the map',
    clip: 'cap12_edit',
    neutral: { fromS: 36.5, toS: 37.8 },
    acts: [act('turn-right', 37.8, 39), act('turn-left', 38.9, 40.3), act('come-closer', 40.2, 42.2)],
  },
  {
    name: 'blue wall, second half (franck)',
    person: 'dark-haired man',
    clip: 'franck',
    neutral: { fromS: 118, toS: 120 },
    acts: [
      act('turn-right', 113.8, 115.3),
      act('nod', 158.6, 160.3),
      act('blink', 121.7, 122.4),
      act('blink', 127.5, 128.2),
      act('blink', 140.1, 140.8),
      act('open-mouth', 163, 164.7),
    ],
  },
]
