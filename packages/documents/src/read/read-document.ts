import { type GrayRaster, type Raster, toGray } from '@touchstone/images'
import { parseMrz } from '../mrz/parse-mrz.ts'
import { comparePrint, type PrintedField } from '../print/compare-print.ts'
import type { TextReader } from '../print/create-text-reader.ts'
import type { PrintVerdict } from '../print/judge-dates.ts'
import { straightenPrint } from '../print/straighten-print.ts'
import { type HintCode, hintFor } from '../quality/hints.ts'
import { judgePicture, qualityLimits } from '../quality/judge-picture.ts'
import { measureQuality } from '../quality/measure-quality.ts'
import { combineFrames } from './combine-frames.ts'
import { correctZone } from './correct-zone.ts'
import { type DecodedZone, decodeZone } from './decode-zone.ts'
import type { DocumentReading } from './document-reading.ts'
import { findSides } from './find-sides.ts'
import type { GlyphWeights } from './glyph-net.ts'
import { judgeZone } from './judge-zone.ts'
import type { ZoneReading } from './read-zone.ts'
import { seeZone } from './see-zone.ts'

export type ReadOptions = {
  frames: readonly Raster[]
  today: string
  allowSpecimen: boolean
  nets: readonly GlyphWeights[]
  /** The reader for printed text. Without a reader, the print is not read. */
  textReader?: () => Promise<TextReader>
}

/** Below this clarity, the detected marks are not a readable zone. */
const leastClarity = 0.4

/** Combines all frames of one document into one reading. */
export async function readDocument(options: ReadOptions): Promise<DocumentReading> {
  const { frames, today, allowSpecimen, nets } = options
  const grays = frames.map(toGray)
  const seen = grays.map((gray) => seeZone(gray, nets))
  const combined = combineFrames(seen.map((each) => each.reading))
  const decoded = combined && decodeZone(combined)
  const faults = () => {
    const codes = frames.flatMap((frame, index) =>
      judgePicture({
        quality: measureQuality(frame),
        // Without a readable zone, the detected marks can be any row of dark marks.
        zone: (seen[index]?.reading?.clarity ?? 0) < leastClarity ? undefined : seen[index]?.zone,
        width: frame.width,
        height: frame.height,
      }),
    )
    return [...new Set(codes)]
  }
  const best = combined?.used
    .map((index) => ({ ...seen[index], gray: grays[index] }))
    .sort((a, b) => (b.reading?.clarity ?? 0) - (a.reading?.clarity ?? 0))[0]
  if (!combined || !decoded || !best?.reading || !best.gray || best.reading.clarity < leastClarity) {
    const found = faults()
    return nothing(found.length > 0 ? found : ['document.not-readable'], combined?.used.length ?? 0)
  }

  const corrected = correctZone(decoded, today)
  const print = options.textReader
    ? await readPrint(best.gray, best.reading, decoded, corrected, today, await options.textReader())
    : undefined
  const chosen = print?.correctedAgrees && corrected ? corrected : decoded
  const judged = judgeZone({
    decoded: chosen,
    today,
    allowSpecimen,
    print: print?.verdicts,
    corrected: chosen === corrected,
    isNear: (best.zone?.pitch ?? 0) >= qualityLimits.pitch,
  })
  if (judged === undefined) return nothing(['document.not-readable'], combined.used.length)
  const isRead = judged.accepted && !combined.differ
  const found = isRead
    ? await findSides({
        frames: frames.map((frame, index) => ({ frame, reading: seen[index]?.reading })),
        combined,
        zone: chosen,
        today,
        ...(options.textReader && { textReader: options.textReader }),
      })
    : undefined
  const strange = found?.problem ?? (combined.differ ? 'frames.differ' : undefined)
  const accepted = isRead && strange === undefined
  const codes: HintCode[] = accepted
    ? []
    : [...(strange ? [strange] : []), ...(isRead ? [] : causes(judged.hintCodes, faults()))]
  return {
    status: accepted ? 'accepted' : 'uncertain',
    hints: [...new Set(codes)].map(hintFor),
    reasons: [...judged.reasons, ...(strange ? [strange] : [])],
    sides: found?.sides ?? [],
    upsideDown: isUpsideDown(best.reading),
    framesUsed: combined.used.length,
    printRead: print !== undefined,
    document: judged.document,
  }
}

/**
 * If the picture has faults, the hints describe these faults instead of the resulting uncertainties.
 * Specimens are always reported as specimens.
 */
function causes(doubts: readonly HintCode[], faults: readonly HintCode[]): HintCode[] {
  const isFinal = (code: HintCode) => code === 'zone.specimen'
  return [...doubts.filter(isFinal), ...faults, ...doubts.filter((code) => !isFinal(code))]
}

/**
 * Returns whether the page is upside down. The grid can start at either end of the zone, so the direction of
 * the first line determines the orientation.
 */
function isUpsideDown({ grid }: ZoneReading): boolean {
  return grid[0] < 0
}

type PrintReading = { verdicts: Record<PrintedField, PrintVerdict>; correctedAgrees: boolean }

async function readPrint(
  gray: GrayRaster,
  reading: ZoneReading,
  decoded: DecodedZone,
  corrected: DecodedZone | undefined,
  today: string,
  reader: TextReader,
): Promise<PrintReading | undefined> {
  const straight = straightenPrint(gray, reading.grid, decoded.layout.kind, reading.length)
  const text = await reader.read(straight, 'sparse')
  const verdictsOf = (zone: DecodedZone) => {
    const parsed = parseMrz(zone.lines, { today, allowSpecimen: true })
    return parsed && comparePrint(parsed, text, today)
  }
  const verdicts = verdictsOf(decoded)
  if (verdicts === undefined) return undefined
  const better = corrected && verdictsOf(corrected)
  // The print has to match the corrected field and must not match the uncorrected field.
  const agrees = (['number', 'birthDate', 'expiryDate'] as const).some(
    (field) => better?.[field] === 'agrees' && verdicts[field] !== 'agrees',
  )
  return agrees && better ? { verdicts: better, correctedAgrees: true } : { verdicts, correctedAgrees: false }
}

function nothing(codes: readonly HintCode[], framesUsed: number): DocumentReading {
  return {
    status: 'unreadable',
    hints: codes.map(hintFor),
    reasons: ['zone.not-read'],
    upsideDown: false,
    framesUsed,
    printRead: false,
    sides: [],
  }
}
