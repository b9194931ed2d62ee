import { resolve } from 'node:path'
import { calibrateFaces, type FaceCalibration } from '@touchstone/runtime/command-line'
import { type Command, InvalidArgumentError } from 'commander'
import { argument, numberWhere, option } from '../options.ts'
import { printOutput, settingsOf, withProgress } from '../session.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { table } from '../table.ts'

const rate = numberWhere((value) => value > 0 && value < 1, 'Expected a number between 0 and 1.')

export const faces: Noun = {
  name: 'faces',
  description: 'the face models',
  commands: [
    {
      name: 'calibrate',
      description: 'measure a model on labelled photographs and write its thresholds next to it',
      arguments: [
        argument(
          '<labels>',
          'a CSV file with the columns first,second,same (for an embedding) or picture,live,attack (for liveness)',
        ),
      ],
      options: [
        option('--model <file>', 'the ONNX file (default: FACE_EMBEDDING_MODEL)'),
        option(
          '--false-match-rate <rate>',
          'maximum share of different people matched as the same person (default: 0.001)',
          {
            parse: rate,
          },
        ),
        option('--miss-rate <rate>', 'maximum share of people classified as someone else (default: 0.05)', {
          parse: rate,
        }),
        option('--people <number>', 'expected number of people in the gallery (default: 10000)', {
          parse: people,
        }),
        option('--attacks-passed <rate>', 'maximum share of accepted attacks per kind (default: 0.05)', {
          parse: rate,
        }),
        option('--live-refused <rate>', 'maximum share of rejected live people (default: 0.1)', {
          parse: rate,
        }),
      ],
      run: calibrate,
    },
    {
      name: 'list',
      description:
        'list the embedding models of the stored faceprints, with the number of faceprints for each',
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
  throw new InvalidArgumentError('Expected an integer from 1 to 999999999.')
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
  const read = `${photographs.read} photographs read by ${engine}, ${photographs.unusable} without exactly one clear face.`
  const lines =
    calibration.kind === 'liveness'
      ? [
          `Live if the score is at least ${calibration.limit}.`,
          ...Object.entries(calibration.kinds).map(
            ([kind, passed]) => `Accepted attacks of kind "${kind}": ${share(passed)}.`,
          ),
          `Rejected live people: ${share(calibration.rates.liveRefused)}.`,
        ]
      : [
          `Same person: distance up to ${calibration.same}. Different people: distance of ${calibration.different} or more.`,
          `Different people matched as the same person: ${share(calibration.rates.falseMatches)}.`,
          `People correctly matched: ${share(calibration.rates.matched)}; classified as someone else: ${share(calibration.rates.missed)}.`,
          ...calibration.galleries.map(
            (gallery) =>
              `Returning people among ${gallery.people} people: ${share(gallery.found.duplicate)} found; ${share(gallery.found.grey)} found or sent to review.`,
          ),
        ]
  return [
    read,
    ...lines,
    'The ranges in parentheses are 95 % confidence intervals.',
    `Written to ${path}`,
  ].join('\n')
}

type Share = { hits: number; of: number; rate: number; low: number; high: number }

function share({ hits, of, rate: measured, low, high }: Share): string {
  const percent = (value: number) => `${Number((value * 100).toPrecision(3))} %`
  const seen = Number.isInteger(hits) ? `${hits} of ${of}, ` : `of ${of}, `
  return `${percent(measured)} (${seen}${percent(low)} to ${percent(high)})`
}
