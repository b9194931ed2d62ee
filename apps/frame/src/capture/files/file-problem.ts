export const maxFileMb = 15

const kinds = {
  picture: ['image/jpeg', 'image/png', 'image/webp'],
  proof: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
} as const

export type FileKind = keyof typeof kinds

export function acceptedTypes(kind: FileKind): string {
  return kinds[kind].join(',')
}

/** Why a file need not be sent, if so: the server would refuse it as well. */
export function fileProblem(file: File, kind: FileKind): 'tooLarge' | 'wrongKind' | undefined {
  if (file.size > maxFileMb * 1024 * 1024) return 'tooLarge'
  const types: readonly string[] = kinds[kind]
  // Some systems do not know the type of a file: then the server looks.
  return file.type === '' || types.includes(file.type) ? undefined : 'wrongKind'
}
