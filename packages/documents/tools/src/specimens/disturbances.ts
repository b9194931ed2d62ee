export type Disturbance = {
  /** Maximum rotation in degrees, in either direction. */
  rotation: number
  /** Maximum displacement of a corner, as a fraction of the page's width. */
  perspective: number
  /** Sigma in pixels, for a photo that is 1280 pixels wide. */
  blur: number
  /** Standard deviation on a scale of 255. */
  noise: number
  /** Maximum darkening of one side, as a fraction. */
  light: number
  /** JPEG quality, 1 to 100. */
  quality: number
  /** Strength of a single reflection, 0 to 1. */
  glare: number
}

export type DisturbanceLevel = 'clean' | 'faint' | 'mild' | 'medium' | 'strong' | 'harsh'

/**
 * A careful user's pictures are `faint` or `mild`, and a careless user's pictures are `medium` or `strong`. A
 * `harsh` picture is not usable.
 */
export const disturbances: Readonly<Record<DisturbanceLevel, Disturbance>> = {
  clean: { rotation: 0, perspective: 0, blur: 0, noise: 0, light: 0, quality: 95, glare: 0 },
  faint: { rotation: 2, perspective: 0.01, blur: 0.6, noise: 3, light: 0.1, quality: 88, glare: 0 },
  mild: { rotation: 5, perspective: 0.025, blur: 1, noise: 6, light: 0.2, quality: 78, glare: 0 },
  medium: { rotation: 9, perspective: 0.04, blur: 1.5, noise: 10, light: 0.35, quality: 65, glare: 0 },
  strong: { rotation: 14, perspective: 0.06, blur: 2, noise: 14, light: 0.5, quality: 50, glare: 0.25 },
  harsh: { rotation: 20, perspective: 0.08, blur: 2.8, noise: 20, light: 0.6, quality: 35, glare: 0.7 },
}
