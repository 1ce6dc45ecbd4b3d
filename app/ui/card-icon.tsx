import { cx } from './primitives/cx.ts'

const drawings = {
  heart:
    'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 ' +
    '5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
  place:
    'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 ' +
    '16 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
}

/** The drawings of the icons on every card, once per page: lucide's heart and map pin. */
export function CardIconDrawings() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(drawings).map(([name, path]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <path d={path} />
        </symbol>
      ))}
    </svg>
  )
}

/** An icon that references its drawing: only two short elements, however often it is on a page. */
export function CardIcon({ name, className }: { name: keyof typeof drawings; className?: string }) {
  return (
    <svg aria-hidden="true" className={cx('line-icon', className)}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}
