import { type ProgramKind, ServiceError } from '@touchstone/contract'
import type { Program } from './program-store.ts'

/** The merchant's program of that number, if it is of a kind that the operation can answer for. */
export function findProgram(
  programs: readonly Program[],
  programNo: string,
  kinds: readonly ProgramKind[],
): Program {
  const program = programs.find((candidate) => candidate.programNo === programNo)
  if (!program) throw new ServiceError('programNotFound')
  if (!kinds.includes(program.kind)) {
    throw new ServiceError('programNotFound', {
      detail: `it is a ${program.kind} program, and this operation answers for ${kinds.join(' and ')}`,
    })
  }
  return program
}
