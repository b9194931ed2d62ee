const paths = {
  alert: 'M12 8v5M12 16.5v.01M12 3.5 2.800 19.500h18.400z',
  arrowLeft: 'M19 12H5m6-6-6 6 6 6',
  arrowRight: 'M5 12h14m-6-6 6 6-6 6',
  bell: 'M6 17h12l-1.500-2.500V10a4.500 4.500 0 0 0-9 0v4.500zM10 20h4',
  chart: 'M4 20h16M7 20v-7m5 7V5m5 15v-10',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM12 7.500V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  download: 'M12 4v11m-4.500-4.500L12 15l4.500-4.500M5 20h14',
  folder: 'M4 19V5h5.500l2 2.500H20V19z',
  gear: 'M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM12 3v2.500m0 13V21M3 12h2.500m13 0H21M5.600 5.600l1.800 1.800m9.200 9.200 1.800 1.800m0-12.800-1.800 1.800m-9.200 9.200-1.800 1.800',
  graph:
    'M6 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM18 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zm0 13a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8.300 10.800l7.400-4M8.300 13.200l7.400 4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zm-6.500 9c.5-3.700 3-5.500 6.500-5.500s6 1.800 6.500 5.500M16 4.500a3.500 3.500 0 0 1 0 6.500m1.500 3.800c2.400.6 3.700 2.300 4 5.200',
  plug: 'M9 3v5m6-5v5M6 8h12v3a6 6 0 0 1-12 0zm6 9v4',
  plus: 'M12 5v14M5 12h14',
  printer: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  scale:
    'M12 4v16m-5 0h10M5 7l7-2 7 2M2.500 14 5 7.500 7.500 14a2.500 2.500 0 0 1-5 0zm14 0L19 7.500l2.500 6.500a2.500 2.500 0 0 1-5 0z',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zm5-1.500L20 20',
  server: 'M4 5h16v6H4zM4 13h16v6H4zM7 8h.01M7 16h.01',
  shield: 'M12 3 5 6v5.500c0 4.500 3 7.800 7 9.500 4-1.700 7-5 7-9.500V6zm-3 9 2.200 2.200L15.200 10',
  swap: 'M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4',
  wallet: 'M4 7.500V18h16V8H5.500A1.500 1.500 0 0 1 4 6.500 1.500 1.500 0 0 1 5.500 5H17v3M16 13h.01',
} as const

export type IconName = keyof typeof paths

/** Shows a decorative icon in the text colour. The adjacent text conveys the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
