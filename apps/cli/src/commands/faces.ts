import { resolve } from 'node:path'
import { calibrateFaces, type FaceCalibration } from '@touchstone/runtime/command-line'
import { type Command, InvalidArgumentError } from 'commander'
import { argument, numberWhere, option } from '../options.ts'
import { printOutput, settingsOf, withProgress } from '../session.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { table } from '../table.ts'

const rate = numberWhere((value) => value > 0 && value < 1, 'It is a number between 0 and 1.')

export const faces: Noun = {
  name: 'faces',
  description: 'models that faces are read by',
  commands: [
    {
      name: 'calibrate',
      description: 'measure a model on labelled photographs, and write the limits it is used with beside it',
      arguments: [
        argument(
          '<labels>',
          'a CSV file: first,second,same for an embedding; picture,live,attack for liveness',
        ),
      ],
      options: [
        option('--model <file>', 'the ONNX file (by default FACE_EMBEDDING_MODEL)'),
        option('--false-match-rate <rate>', 'strangers called the same person, at most (0.001)', {
          parse: rate,
        }),
        option('--miss-rate <rate>', 'people called somebody else, at most (0.05)', { parse: rate }),
        option('--people <number>', 'how many the gallery is going to hold (10000)', { parse: people }),
        option('--attacks-passed <rate>', 'attacks of one kind that pass, at most (0.05)', { parse: rate }),
        option('--live-refused <rate>', 'live people who are refused, at most (0.1)', { parse: rate }),
      ],
      run: calibrate,
    },
    {
      name: 'list',
      description: 'which embeddings the faceprints were made with, and how many are left of each',
      run: operatorCommand(
        'faces list',
        () => ({}),
        (models) =>
          table(
            ['Use', 'Faceprints', 'Model'],
            models.map(({ use, faceprints, model }) => [
              use === 'missing' ? 'MISSING' : use,
              String(faceprints),
              model,
            ]),
          ),
      ),
    },
  ],
}

function people(text: string): number {
  const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
  if (count >= 1) return count
  throw new InvalidArgumentError('It is a whole number from 1 to 999999999.')
}

type Calibrated = {
  model?: string
  falseMatchRate?: number
  missRate?: number
  people?: number
  attacksPassed?: number
  liveRefused?: number
}

async function calibrate(command: Command, labels: string, { model, ...claims }: Calibrated): Promise<void> {
  const calibrated = await withProgress(command, (onProgress, signal) =>
    calibrateFaces({
      settings: settingsOf(command),
      labels: resolve(labels),
      model: model === undefined ? undefined : resolve(model),
      claims,
      onProgress: (done, total) => onProgress({ label: 'photographs', done, total }),
      signal,
    }),
  )
  printOutput(command, calibrated, describe)
}

function describe({ path, calibration }: FaceCalibration): string {
  const { engine, photographs } = calibration
  const read = `${photographs.read} photographs read by ${engine}, ${photographs.unusable} without one clear face.`
  const lines =
    calibration.kind === 'liveness'
      ? [
          `Live from ${calibration.limit} on.`,
          ...Object.entries(calibration.kinds).map(
            ([kind, passed]) => `Passed, "${kind}": ${share(passed)}.`,
          ),
          `Live people refused: ${share(calibration.rates.liveRefused)}.`,
        ]
      : [
          `The same person up to ${calibration.same}, someone else from ${calibration.different} on.`,
          `Strangers called the same person: ${share(calibration.rates.falseMatches)}.`,
          `People matched with themselves: ${share(calibration.rates.matched)}; called someone else: ${share(calibration.rates.missed)}.`,
          ...calibration.galleries.map(
            (gallery) =>
              `Of those who come twice among ${gallery.people} people, found: ${share(gallery.found.duplicate)}; found or asked about: ${share(gallery.found.grey)}.`,
          ),
        ]
  return [read, ...lines, 'Each bound holds with 95 % confidence.', `Written to ${path}`].join('\n')
}

type Share = { hits: number; of: number; rate: number; low: number; high: number }

function share({ hits, of, rate: measured, low, high }: Share): string {
  const percent = (value: number) => `${Number((value * 100).toPrecision(3))} %`
  const seen = Number.isInteger(hits) ? `${hits} of ${of}, ` : `of ${of}, `
  return `${percent(measured)} (${seen}${percent(low)} to ${percent(high)})`
}
