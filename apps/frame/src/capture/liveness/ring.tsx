import styles from './liveness.module.css'

/** The oval for the face, and around it how much of the capture is done. */
export function Ring({ share }: { share: number | undefined }) {
  return (
    <svg className={styles.ring} viewBox="0 0 300 400" aria-hidden="true">
      <path
        className={styles.shade}
        fillRule="evenodd"
        d="M0 0H300V400H0ZM150 40A110 150 0 0 0 150 340A110 150 0 0 0 150 40Z"
      />
      <ellipse className={styles.oval} cx="150" cy="190" rx="110" ry="150" />
      {share !== undefined && (
        <path
          className={styles.done}
          d="M150 40A110 150 0 0 1 150 340A110 150 0 0 1 150 40"
          pathLength="100"
          strokeDasharray="100"
          strokeDashoffset={100 - Math.round(share * 100)}
        />
      )}
    </svg>
  )
}
