/** Drawings of lucide, each as one path: a page of guests has a score of them, and needs no library for them. */
const drawings = {
  alert: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M12 8v4M12 16h.01',
  basket:
    'm15 11-1 9m5-9-4-7M2 11h20M3.5 11l1.6 7.4a2 2 0 0 0 2 1.6h9.8a2 2 0 0 0 2-1.6l1.7-7.4M4.5 ' +
    '15.5h15M5 11l4-7m0 7 1 9',
  bell:
    'M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 ' +
    '18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326',
  check: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20m4 7-5.5 5.5L8 12',
  close: 'M18 6 6 18M6 6l12 12',
  down: 'm6 9 6 6 6-6',
  filters: 'M10 5H3m9 14H3M14 3v4m2 10v4m5-9h-9m9 7h-5m5-14h-7M8 10v4m0-2H3',
  help:
    'M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 ' +
    '1.099.092 10 10 0 1 0-4.777-4.719M9 9.5a3 2.5 0 0 1 6 0c0 2-2 2-3 3.5m0 4h.01',
  info: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20m0 14v-4m0-4h.01',
  mail:
    'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7m2-3h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 ' +
    '1-2-2V6a2 2 0 0 1 2-2z',
  menu: 'M4 5h16M4 12h16M4 19h16',
  message:
    'M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 ' +
    '1.099.092 10 10 0 1 0-4.777-4.719',
  moon:
    'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 ' +
    '8.268c.344-.215.825-.004.803.401',
  place:
    'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 ' +
    '1 16 0M12 7a3 3 0 1 0 0 6a3 3 0 1 0 0-6',
  right: 'M5 12h14m-7-7 7 7-7 7',
  search: 'm21 21-4.34-4.34M11 3a8 8 0 1 0 0 16a8 8 0 1 0 0-16',
  sun:
    'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8m0-6v2m0 16v2M4.93 4.93l1.41 1.41m11.33 11.33 1.41 1.41M2 ' +
    '12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4m0 4h.01',
}

/** An icon of the frame around every page, of the catalogue or of the home page; others come from lucide. */
export function Icon({ name, className }: { name: keyof typeof drawings; className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      <path d={drawings[name]} />
    </svg>
  )
}
