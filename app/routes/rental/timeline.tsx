import { shortRecord } from '#domain/timeline/entry.ts'
import { FullSizePhoto } from '#app/ui/full-size-photo.tsx'
import { formatInstant } from '#domain/period.ts'
import type { shownTimeline } from './shown-timeline.ts'

type TimelineProps = { entries: ReturnType<typeof shownTimeline>; head: string | null }

/** What happened with a rental, the newest last; on paper with the whole hash of each entry. */
export function Timeline({ entries, head }: TimelineProps) {
  return (
    <section aria-labelledby="timeline" className="mt-10 print:mt-4">
      <h2 id="timeline" className="text-xl">
        What happened
      </h2>
      {head ? (
        <p className="mt-1 text-muted">
          You both have the same record:{' '}
          <span className="font-mono text-sm font-semibold text-ink">{shortRecord(head)}</span>
        </p>
      ) : (
        <p className="mt-3 rounded-lg border border-dashed border-line px-4 py-4 text-muted">
          Nothing yet. Every step of this rental is written down here, for both of you.
        </p>
      )}
      <ol role="list" className="mt-5 print:mt-2">
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

/** The photos of an entry; on paper their hashes. */
function EntryPhotos({ entry: { photos, said } }: { entry: TimelineProps['entries'][number] }) {
  if (photos.length === 0) return null
  const kept = photos.flatMap(({ photo }) => photo ?? [])
  return (
    <>
      <ul role="list" className="mt-3 grid grid-cols-3 gap-2 sm:grid-cols-4 print:grid-cols-6">
        {kept.map((photo, index) => (
          <li key={photo.id}>
            <FullSizePhoto
              photo={photo}
              from="/rental-photos"
              alt={`Photo ${index + 1} of “${said}”, in full size`}
              sizes="(min-width: 640px) 160px, 30vw"
              shape="square"
            />
          </li>
        ))}
      </ul>
      {kept.length < photos.length ? (
        <p className="mt-2 text-sm text-muted">Photos are kept until 90 days after the end.</p>
      ) : null}
      {photos.map(({ id, sha256 }) => (
        <p key={id} className="hidden font-mono text-[6.5pt] break-all print:block">
          Photo {sha256 ?? id}
        </p>
      ))}
    </>
  )
}

function Entry({ entry }: { entry: TimelineProps['entries'][number] }) {
  return (
    <li
      className={
        'relative border-l-2 border-line pb-6 pl-6 last:border-transparent last:pb-0 print:pb-2 ' +
        'before:absolute before:top-1.5 before:-left-[0.4375rem] before:size-3 before:rounded-full ' +
        'before:border-2 before:border-paper before:bg-accent print:before:border-0 print:before:bg-black'
      }
    >
      <p className="font-semibold">{entry.said}</p>
      <p className="text-sm text-muted">
        <time dateTime={entry.at.toISOString()}>{formatInstant(entry.at)}</time>
      </p>
      {entry.text ? (
        <p className="mt-2 max-w-prose border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-line">
          {entry.text}
        </p>
      ) : null}
      <EntryPhotos entry={entry} />
      {entry.isErased ? <p className="mt-2 text-sm text-muted">What was written here was erased.</p> : null}
      <p className="hidden font-mono text-[6.5pt] break-all print:block">
        {entry.seq}. {entry.hash}
      </p>
    </li>
  )
}
