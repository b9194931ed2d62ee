import { type DragEvent, useId, useState } from 'react'
import { fillIn } from '../fill-in.ts'
import type { CaptureTexts } from '../texts.ts'
import styles from './files.module.css'

const maxFileMb = 15

const kinds = {
  picture: ['image/jpeg', 'image/png', 'image/webp'],
  proof: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
} as const

type FileKind = keyof typeof kinds

export function acceptedTypes(kind: FileKind): string {
  return kinds[kind].join(',')
}

/** Returns the reason why the server would refuse the file, or undefined. */
export function fileProblem(file: File, kind: FileKind): 'tooLarge' | 'wrongKind' | undefined {
  if (file.size > maxFileMb * 1024 * 1024) return 'tooLarge'
  const types: readonly string[] = kinds[kind]
  // Some systems do not report a file's type. In that case, the server detects the type.
  return file.type === '' || types.includes(file.type) ? undefined : 'wrongKind'
}

/** An area for dropping or choosing a file. Phones also offer their camera. */
export function FileDrop(props: {
  texts: CaptureTexts
  accept: FileKind
  label?: string
  isDisabled?: boolean
  onFile: (file: File) => void
}) {
  const { texts, accept, label, isDisabled = false, onFile } = props
  const words = texts.files
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<ReturnType<typeof fileProblem>>()

  function take(file: File | undefined): void {
    if (file === undefined || isDisabled) return
    const found = fileProblem(file, accept)
    setProblem(found)
    if (found === undefined) onFile(file)
  }
  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping only complements the file input inside
    <div
      className={isOver ? styles.dropOver : styles.drop}
      data-disabled={isDisabled || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!isDisabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className={styles.where}>{words.drop}</p>
      <label className={styles.choose} htmlFor={id}>
        <span className={`button ${styles.button}`}>{label ?? words.choose}</span>
        <input
          id={id}
          className={styles.input}
          type="file"
          accept={acceptedTypes(accept)}
          disabled={isDisabled}
          aria-describedby={`${id}-allowed`}
          onChange={(event) => {
            take(event.target.files?.[0])
            // Resets the input, so that the same file can be chosen again.
            event.target.value = ''
          }}
        />
      </label>
      <p id={`${id}-allowed`} className={styles.allowed}>
        {fillIn(words.allowed[accept === 'proof' ? 'proof' : 'document'], { size: maxFileMb })}
      </p>
      <p className={styles.problem} role="alert">
        {problem && fillIn(words[problem], { size: maxFileMb })}
      </p>
    </div>
  )
}
