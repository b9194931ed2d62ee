import type { LivenessAction } from '@touchstone/contract'
import type { ReactNode } from 'react'
import styles from './liveness.module.css'

const face = <circle cx="32" cy="32" r="17" />
const openEyes = <path d="M25 29h.01M39 29h.01" />

const drawings: Record<LivenessAction, ReactNode> = {
  'turn-left': (
    <>
      {face}
      <path d="M25 29h.01M32 29h.01M28 39h6" />
      <path className={styles.movesLeft} d="M11 24 3 32l8 8" />
    </>
  ),
  'turn-right': (
    <>
      {face}
      <path d="M32 29h.01M39 29h.01M30 39h6" />
      <path className={styles.movesRight} d="m53 24 8 8-8 8" />
    </>
  ),
  nod: (
    <>
      {face}
      <path d="M25 33h.01M39 33h.01M28 42h8" />
      <path className={styles.movesDown} d="m24 54 8 7 8-7" />
    </>
  ),
  'open-mouth': (
    <>
      {face}
      {openEyes}
      <ellipse className={styles.opens} cx="32" cy="40" rx="5" ry="5" />
    </>
  ),
  blink: (
    <>
      {face}
      <path d="M29 41h6" />
      <path className={styles.blinks} d="M22 29c2 2 5 2 7 0M35 29c2 2 5 2 7 0" />
    </>
  ),
  'come-closer': (
    <>
      <g className={styles.grows}>
        {face}
        {openEyes}
        <path d="M28 40h8" />
      </g>
      <path d="M4 14V4h10M50 4h10v10M60 50v10H50M14 60H4V50" />
    </>
  ),
}

/** Illustrates a movement. The image is mirrored like the camera view, so the person's left is on the left. */
export function ActionIcon({ action }: { action: LivenessAction }) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[action]}
    </svg>
  )
}
