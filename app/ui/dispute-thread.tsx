import { Gavel } from 'lucide-react'
import type { ReactNode } from 'react'
import { disputeKinds } from '#domain/dispute/dispute.ts'
import type { ShownDispute } from '#domain/dispute/shown.ts'
import { decisionWords, movedWords, type Names, nextStep } from '#domain/dispute/dispute-words.ts'
import { type DisputeStage, stageOf } from '#domain/dispute/stage.ts'
import { formatPeso } from '#domain/money.ts'
import { formatInstant } from '#domain/period.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Side } from '#domain/side.ts'
import { FullSizePhoto } from './full-size-photo.tsx'
import { Badge, type Tone } from './primitives/badge.tsx'
import { cx } from './primitives/cx.ts'

/** A dispute with what was said and decided. */
export type ThreadOfDispute = ShownDispute<PhotoRef> & { decidedAt: Date | null }

type DisputeThreadProps = {
  dispute: ThreadOfDispute
  names: Names
  now: Date
  /** Which side reads it: its own statements stand on the right. */
  viewer?: Side
  /** Which of several it is. */
  number?: number
  children?: ReactNode
}

const stages: Record<DisputeStage, { label: string; tone: Tone }> = {
  answer: { label: 'Waiting for an answer', tone: 'info' },
  decision: { label: 'Waiting for our decision', tone: 'warning' },
  decided: { label: 'Decided', tone: 'success' },
  appealed: { label: 'Appealed', tone: 'warning' },
  closed: { label: 'Closed', tone: 'neutral' },
}

/**
 * A dispute as its two people and admins read it, like a conversation: statements with photos, and decisions. What can
 * be done about it follows.
 */
export function DisputeThread({ dispute, names, now, viewer, number, children }: DisputeThreadProps) {
  const id = `dispute-${dispute.id}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {dispute.kind === 'damage' ? 'The claim' : 'The dispute'}
        {number === undefined ? '' : ` ${number}`}
      </h2>
      <Thread {...{ dispute, names, now, viewer }} />
      {children}
    </section>
  )
}

function Thread({ dispute, names, now, viewer }: DisputeThreadProps) {
  const { label, tone } = stages[stageOf(dispute, now)]
  const said = dispute.said.map((one) => ({ at: one.at, key: `s${one.id}`, one }))
  const decided = dispute.decisions.map((one) => ({ at: one.decidedAt, key: `d${one.round}`, one }))
  const all = [...said, ...decided].sort((a, b) => a.at.getTime() - b.at.getTime())
  const photosBefore = new Map<string, number>()
  let photos = 0
  for (const { one, key } of all) {
    photosBefore.set(key, photos)
    if ('photos' in one) photos += one.photos.length
  }
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-muted">{disputeKinds[dispute.kind]}</span>
      </div>
      <p className="max-w-2xl font-semibold">{nextStep(dispute, names, now)}</p>
      <ol role="list" className="grid gap-4">
        {all.map(({ key, one }) =>
          'photos' in one ? (
            <Bubble
              key={key}
              mine={one.by === viewer}
              by={one.by === 'system' ? 'We' : names[one.by]}
              what={whatOf(one, dispute)}
              at={one.at}
              text={one.text}
            >
              <StatementPhotos photos={one.photos} before={photosBefore.get(key)!} />
            </Bubble>
          ) : (
            <Bubble
              key={key}
              ours
              by={one.round === 2 ? 'Our decision on the appeal' : 'Our decision'}
              what={decisionWords(one, dispute, names)}
              at={one.decidedAt}
              text={one.reason}
            />
          ),
        )}
      </ol>
      {dispute.closedAt ? <Moved dispute={dispute} names={names} /> : null}
    </div>
  )
}

/** The photos of a statement; `before`: how many the earlier statements have. */
function StatementPhotos({ photos, before }: { photos: readonly PhotoRef[]; before: number }) {
  if (photos.length === 0) return null
  return (
    <ul role="list" aria-label="Photos of the claim" className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <FullSizePhoto
            photo={photo}
            from="/claim-photos"
            alt={`Photo ${before + index + 1} of the claim, in full size`}
            sizes="(min-width: 640px) 200px, 40vw"
          />
        </li>
      ))}
    </ul>
  )
}

function Moved({ dispute, names }: Pick<DisputeThreadProps, 'dispute' | 'names'>) {
  const moved = movedWords(dispute, names)
  if (moved.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {moved.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}

type Statement = ThreadOfDispute['said'][number]

function whatOf({ by, part, asked, kind }: Statement, dispute: ThreadOfDispute): string {
  if (part === 'appeal') return dispute.appealedBy === by ? 'appeals' : 'answers the appeal'
  const amount = asked === null ? '' : formatPeso(asked)
  if (part === 'answer') return amount ? `answers and asks for ${amount}` : 'answers'
  if (by === 'system') return 'opened this'
  if (amount) return by === 'owner' ? `claims ${amount}` : `asks for ${amount} back`
  return kind ? `reports: ${disputeKinds[kind].toLowerCase()}` : 'reports a problem'
}

type BubbleProps = {
  by: string
  what: string
  at: Date
  text: string
  mine?: boolean
  ours?: boolean
  children?: ReactNode
}

function Bubble({ by, what, at, text, mine = false, ours = false, children }: BubbleProps) {
  return (
    <li
      className={cx(
        'w-full max-w-2xl rounded-2xl border px-4 py-3.5 sm:w-11/12',
        ours
          ? 'border-accent bg-card'
          : mine
            ? 'justify-self-end border-line bg-sunken'
            : 'border-line bg-card',
      )}
    >
      <p>
        {ours ? <Gavel aria-hidden="true" className="mr-1.5 mb-0.5 inline size-4.5 text-accent" /> : null}
        <span className="font-semibold">{by}</span>
        {ours ? ': ' : ' '}
        <span className="font-semibold tabular-nums">{what}</span>
        <span className="block text-sm text-muted">{formatInstant(at)}</span>
      </p>
      <p className="mt-2 wrap-anywhere whitespace-pre-line">{text}</p>
      {children}
    </li>
  )
}
