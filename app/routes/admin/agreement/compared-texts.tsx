import { compareLines } from '#domain/agreement/compare.ts'

type ComparedTextsProps = { before: string; after: string; names: readonly [before: string, after: string] }

const looks = {
  same: { sign: ' ', look: '' },
  removed: { sign: '−', look: 'bg-danger-soft' },
  added: { sign: '+', look: 'bg-success-soft' },
}

/** Two texts line by line: signs and words mark the differences; the colour is only an additional help. */
export function ComparedTexts({ before, after, names }: ComparedTextsProps) {
  const lines = compareLines(before, after)
  if (lines.every(({ kind }) => kind === 'same'))
    return <p className="text-muted">Both say exactly the same.</p>
  return (
    <div>
      <p className="text-sm text-muted">
        − only in {names[0].toLowerCase()}, + only in {names[1].toLowerCase()}
      </p>
      <ul
        role="list"
        tabIndex={0}
        aria-label="What differs"
        className="mt-2 max-h-96 overflow-y-auto rounded-lg border border-line bg-card py-2 text-sm shadow-card"
      >
        {lines.map(({ kind, text }, i) => (
          <li key={i} className={`flex gap-2 px-4 ${looks[kind].look}`}>
            <span aria-hidden="true" className="w-3 shrink-0 font-semibold">
              {looks[kind].sign}
            </span>
            {kind === 'same' ? null : (
              <span className="sr-only">Only in {kind === 'removed' ? names[0] : names[1]}:</span>
            )}
            <span className="min-h-6 min-w-0 break-words whitespace-pre-wrap">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
