/** Text on one line without wide gaps. Coordinates are points or pixels from the upper left corner. */
export type ProofLine = { text: string; x: number; y: number; height: number; page: number }

export type ProofText = {
  lines: ProofLine[]
  source: 'pdf-text' | 'pdf-scan' | 'photo'
  /** OCR confidence in percent; 100 if the text was embedded in the PDF. */
  confidence: number
}
