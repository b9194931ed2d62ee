import {
  createGlyphActivations,
  glyphNetSizes,
  glyphWeightCount,
  runGlyphNet,
  viewGlyphWeights,
  windows2,
} from '#src/read/glyph-net'
import type { Dice } from '../specimens/create-dice.ts'

export type Trainer = {
  numbers: Float32Array
  /** Trains on one batch. Returns the mean loss and the number of correct results. */
  learn(
    patches: readonly Float32Array[],
    labels: ArrayLike<number>,
    rate: number,
  ): { loss: number; right: number }
}

/** Creates a trainer for this network that uses the Adam optimiser. Starts from `start` if given. */
export function createTrainer(dice: Dice, start?: Float32Array): Trainer {
  const s = glyphNetSizes
  const numbers = new Float32Array(glyphWeightCount)
  const gradients = new Float32Array(glyphWeightCount)
  const mean = new Float32Array(glyphWeightCount)
  const square = new Float32Array(glyphWeightCount)
  const weights = viewGlyphWeights(numbers)
  const slopes = viewGlyphWeights(gradients)
  const spread = (part: Float32Array, inputs: number) => {
    for (let at = 0; at < part.length; at++) part[at] = dice.bell() * Math.sqrt(2 / inputs)
  }
  spread(weights.kernel1, s.window1)
  spread(weights.kernel2, s.window2)
  spread(weights.dense1, s.flat)
  spread(weights.dense2, s.hidden)
  if (start) numbers.set(start)
  const made = createGlyphActivations()
  const back = {
    scores: new Float32Array(s.classes),
    hidden: new Float32Array(s.hidden),
    layer2: new Float32Array(s.flat),
    columns2: new Float32Array(s.places2 * s.window2),
    layer1: new Float32Array(s.places1 * s.maps1),
  }
  let steps = 0

  function learnOne(patch: Float32Array, label: number): { loss: number; right: boolean } {
    runGlyphNet(weights, patch, made)
    const { loss, right } = startBack(made.scores, label, back.scores)
    goBack(made.hidden, s.hidden, weights.dense2, back.scores, slopes.dense2, slopes.denseBias2, back.hidden)
    cutDead(made.hidden, back.hidden)
    goBack(made.layer2, s.flat, weights.dense1, back.hidden, slopes.dense1, slopes.denseBias1, back.layer2)
    cutDead(made.layer2, back.layer2)
    goBack(
      made.columns2,
      s.window2,
      weights.kernel2,
      back.layer2,
      slopes.kernel2,
      slopes.bias2,
      back.columns2,
    )
    back.layer1.fill(0)
    for (let at = 0; at < windows2.length; at++) {
      const index = windows2[at] ?? -1
      if (index >= 0) back.layer1[index] = (back.layer1[index] ?? 0) + (back.columns2[at] ?? 0)
    }
    cutDead(made.layer1, back.layer1)
    goBack(made.columns1, s.window1, weights.kernel1, back.layer1, slopes.kernel1, slopes.bias1)
    return { loss, right }
  }

  return {
    numbers,
    learn(patches, labels, rate) {
      gradients.fill(0)
      let loss = 0
      let right = 0
      for (const [index, patch] of patches.entries()) {
        const one = learnOne(patch, labels[index] ?? 0)
        loss += one.loss
        if (one.right) right += 1
      }
      steps += 1
      const scale = 1 / patches.length
      const pace = (rate * Math.sqrt(1 - 0.999 ** steps)) / (1 - 0.9 ** steps)
      for (let at = 0; at < numbers.length; at++) {
        const slope = (gradients[at] ?? 0) * scale
        const m = 0.9 * (mean[at] ?? 0) + 0.1 * slope
        const v = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
        mean[at] = m
        square[at] = v
        numbers[at] = (numbers[at] ?? 0) - (pace * m) / (Math.sqrt(v) + 1e-8)
      }
      return { loss: loss * scale, right }
    },
  }
}

/**
 * Calculates the cross-entropy loss with label smoothing, so that the network does not become overconfident.
 */
function startBack(
  scores: Float32Array,
  label: number,
  slope: Float32Array,
): { loss: number; right: boolean } {
  const softness = 0.02
  let most = Number.NEGATIVE_INFINITY
  let best = 0
  for (const [index, score] of scores.entries()) {
    if (score > most) {
      most = score
      best = index
    }
  }
  let sum = 0
  for (const score of scores) sum += Math.exp(score - most)
  for (const [index, score] of scores.entries()) {
    const truth = softness / scores.length + (index === label ? 1 - softness : 0)
    slope[index] = Math.exp(score - most) / sum - truth
  }
  return { loss: Math.log(sum) + most - (scores[label] ?? 0), right: best === label }
}

function cutDead(values: Float32Array, slope: Float32Array): void {
  for (let at = 0; at < values.length; at++) if ((values[at] ?? 0) <= 0) slope[at] = 0
}

/**
 * Backpropagates through a convolution. Calculates the gradients of the weights and, on request, of the
 * inputs.
 */
function goBack(
  columns: Float32Array,
  size: number,
  kernels: Float32Array,
  slope: Float32Array,
  toKernels: Float32Array,
  toBias: Float32Array,
  toColumns?: Float32Array,
): void {
  const maps = toBias.length
  const places = columns.length / size
  toColumns?.fill(0)
  for (let place = 0; place < places; place++) {
    const start = place * size
    for (let map = 0; map < maps; map++) {
      const value = slope[place * maps + map] ?? 0
      if (value === 0) continue
      toBias[map] = (toBias[map] ?? 0) + value
      const row = map * size
      for (let at = 0; at < size; at++) {
        toKernels[row + at] = (toKernels[row + at] ?? 0) + value * (columns[start + at] ?? 0)
      }
      if (toColumns === undefined) continue
      for (let at = 0; at < size; at++) {
        toColumns[start + at] = (toColumns[start + at] ?? 0) + value * (kernels[row + at] ?? 0)
      }
    }
  }
}
