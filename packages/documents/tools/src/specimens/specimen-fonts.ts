import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GlobalFonts } from '@napi-rs/canvas'

let registered = false

/** Names of the bundled fonts. OCR-B comes from this package, the others from pdfjs-dist. */
export const specimenFonts = {
  zone: 'Touchstone OCR-B',
  zoneSquare: 'Touchstone OCR-B Square',
  typewriter: 'Touchstone Fixed',
  typewriterBold: 'Touchstone Fixed Bold',
  print: 'Touchstone Sans',
  printBold: 'Touchstone Sans Bold',
}

/** Registers the fonts with the canvas. System fonts are not used. */
export function registerSpecimenFonts(): void {
  if (registered) return
  registered = true
  const own = (file: string) => fileURLToPath(new URL(`../../fonts/${file}`, import.meta.url))
  const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const standard = (file: string) => join(pdfjs, 'standard_fonts', file)
  GlobalFonts.registerFromPath(own('OCRB.otf'), specimenFonts.zone)
  GlobalFonts.registerFromPath(own('OCRBS.otf'), specimenFonts.zoneSquare)
  GlobalFonts.registerFromPath(standard('FoxitFixed.pfb'), specimenFonts.typewriter)
  GlobalFonts.registerFromPath(standard('FoxitFixedBold.pfb'), specimenFonts.typewriterBold)
  GlobalFonts.registerFromPath(standard('LiberationSans-Regular.ttf'), specimenFonts.print)
  GlobalFonts.registerFromPath(standard('LiberationSans-Bold.ttf'), specimenFonts.printBold)
}
