import type { Tensor } from './to-tensor.ts'

type ChainableTensor = Tensor & { throwIfDisposed(): void }

type TensorFunctions = {
  Tensor: { prototype: object }
  reshape(tensor: Tensor, shape: number[]): Tensor
  div(tensor: Tensor, by: Tensor | number): Tensor
  mean(tensor: Tensor, axes?: number[], keepDimensions?: boolean): Tensor
}

/**
 * Gives tensors the methods that `face-api` calls on its way to an embedding. They are the same as those that
 * `@tensorflow/tfjs` adds to the tensors of `@tensorflow/tfjs-core` when it is loaded.
 */
export function addChainedMethods({ Tensor, reshape, div, mean }: TensorFunctions): void {
  function toShape(this: ChainableTensor, ...shape: number[]): Tensor {
    this.throwIfDisposed()
    return reshape(this, shape)
  }
  Object.assign(Tensor.prototype, {
    as3D: toShape,
    as4D: toShape,
    div(this: ChainableTensor, by: Tensor | number): Tensor {
      this.throwIfDisposed()
      return div(this, by)
    },
    mean(this: ChainableTensor, axes?: number[], keepDimensions?: boolean): Tensor {
      this.throwIfDisposed()
      return mean(this, axes, keepDimensions)
    },
  })
}
