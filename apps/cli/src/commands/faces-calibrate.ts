import { resolve } from 'node:path'
import { calibrateFaces, type FaceCalibration } from '@touchstone/runtime/command-line'
import { type Command, InvalidArgumentError } from 'commander'
import { printOutput, settingsOf, withProgress } from '../session.ts'

type Options = {
  model?: string
  falseMatchRate?: number
  missRate?: number
  people?: number
  attacksPassed?: number
  liveRefused?: number
}

export function facesCalibrate(parent: Command): void {
  parent
    .command('calibrate')
    .description('measure a model on labelled photographs, and write the limits it is used with beside it')
    .argument('<labels>', 'a CSV file: first,second,same for an embedding; picture,live,attack for liveness')
    .option('--model <file>', 'the ONNX file (by default FACE_EMBEDDING_MODEL)')
    .option('--false-match-rate <rate>', 'strangers called the same person, at most (0.001)', parseRate)
    .option('--miss-rate <rate>', 'people called somebody else, at most (0.05)', parseRate)
    .option('--people <number>', 'how many the gallery is going to hold (10000)', parsePeople)
    .option('--attacks-passed <rate>', 'attacks of one kind that pass, at most (0.05)', parseRate)
    .option('--live-refused <rate>', 'live people who are refused, at most (0.1)', parseRate)
    .action(async (labels: string, options: Options, command: Command) => {
      const { model, ...claims } = options
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
      printOutput(command, calibrated, print)
    })
}

type Rate = { hits: number; of: number; rate: number; low: number; high: number }

function print({ path, calibration }: FaceCalibration): string {
  const { engine, photographs } = calibration
  const read = `${photographs.read} photographs read by ${engine}, ${photographs.unusable} without one clear face.`
  const lines =
    calibration.kind === 'liveness'
      ? [
          `Live from ${calibration.limit} on.`,
          ...Object.entries(calibration.kinds).map(([kind, rate]) => `Passed, "${kind}": ${share(rate)}.`),
          `Live people refused: ${share(calibration.rates.liveRefused)}.`,
        ]
      : [
          `The same person up to ${calibration.same}, someone else from ${calibration.different} on.`,
          `Strangers called the same person: ${share(calibration.rates.falseMatches)}.`,
          `People matched with themselves: ${share(calibration.rates.matched)}; called someone else: ${share(calibration.rates.missed)}.`,
          ...calibration.galleries.map(
            ({ people, found: { duplicate, grey } }) =>
              `Of those who come twice among ${people} people, found: ${share(duplicate)}; found or asked about: ${share(grey)}.`,
          ),
        ]
  return [read, ...lines, 'Each bound holds with 95 % confidence.', `Written to ${path}`].join('\n')
}

function share({ hits, of, rate, low, high }: Rate): string {
  const percent = (value: number) => `${Number((value * 100).toPrecision(3))} %`
  const seen = Number.isInteger(hits) ? `${hits} of ${of}, ` : `of ${of}, `
  return `${percent(rate)} (${seen}${percent(low)} to ${percent(high)})`
}

function parseRate(text: string): number {
  const rate = Number(text)
  if (rate > 0 && rate < 1) return rate
  throw new InvalidArgumentError('It is a number between 0 and 1.')
}

function parsePeople(text: string): number {
  const people = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0
  if (people >= 1) return people
  throw new InvalidArgumentError('It is a whole number from 1 to 999999999.')
}
