/** A stretch of text on one line, with nothing but small gaps in it; in points or pixels from the upper left. */
export type ProofLine = { text: string; x: number; y: number; height: number; page: number }

export type ProofText = {
  lines: ProofLine[]
  source: 'pdf-text' | 'pdf-scan' | 'photo'
  /** Of what was read from pixels, in percent; 100 where the text itself was there. */
  confidence: number
}
