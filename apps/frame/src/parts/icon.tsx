const paths = {
  alert: 'M12 8v5M12 16.5v.01M12 3.5 2.8 19.5h18.4z',
  arrowLeft: 'M19 12H5m6-6-6 6 6 6',
  bank: 'M4 10h16L12 4zM6 10v7m4-7v7m4-7v7m4-7v7M4 20h16',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zm8 8.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3.5 2',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  document: 'M6 3h8l4 4v14H6zm8 0v4h4M9 12h6m-6 4h6',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  face: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 10v.01M15 10v.01M8.5 14.5c2 2.2 5 2.2 7 0',
  key: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm2.8-6.8L19 4m-3 3 3 3',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6l-1.2 1.1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6l1.2-1.1',
  mail: 'M4 6h16v12H4zm0 .5 8 6.5 8-6.5',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.7-4 3.7-6 7.5-6s6.8 2 7.5 6',
  phone: 'M8 3h8v18H8zm3 15h2',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21zm0-9a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z',
  home: 'm4 11 8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  plug: 'M3 3l18 18M8 12.5a6 6 0 0 0 5.5 7.5M5 5c-1 1.200-2 2.500-2 4m18 0c-2-3-5-5-9-5m6.500 9A8 8 0 0 1 17 15',
  shield: 'M12 3 5 6v5.500c0 4.500 3 7.800 7 9.500 4-1.700 7-5 7-9.500V6zm-3 9 2.200 2.200L15.200 10',
  trash: 'M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13',
  wallet: 'M4 7h15v12H4zM4 7l11-3v3m1 5.500h3v2h-3z',
  window: 'M4 5h16v14H4zm0 4h16',
} as const

export type IconName = keyof typeof paths

/** A decorative icon in the text colour. The adjacent text conveys the meaning. */
export function Icon({ name, large = false }: { name: IconName; large?: boolean }) {
  return (
    <svg
      className={large ? 'icon icon-large' : 'icon'}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={large ? 1.5 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
