import { useEffect, useRef, useState } from 'react'
import { ArrowLeft, ArrowRight, Check, CloudOff, RotateCw, X } from 'lucide-react'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { IconButton } from '#app/ui/primitives/button.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import { folderOf } from './photo-field.tsx'
import type { PhotoPurpose } from './send-photo.ts'
import type { Upload } from './use-photo-uploads.ts'

type PhotoTileProps = {
  upload: Upload
  purpose: PhotoPurpose
  index: number
  isMain: boolean
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onRetry: () => void
}

/** One photo of the form: its preview, its upload progress, and its actions. */
export function PhotoTile({
  upload,
  purpose,
  index,
  isMain,
  count,
  onMove,
  onRemove,
  onRetry,
}: PhotoTileProps) {
  const { state } = upload
  const place = `photo ${index + 1}`
  const tile = useRef<HTMLLIElement>(null)
  const moved = useRef<-1 | 1 | null>(null)

  // Moving removes the tile from the document for a moment, and the focus with it.
  useEffect(() => {
    if (moved.current === null) return
    const wanted = tile.current?.querySelector<HTMLElement>(`[data-move="${moved.current}"]:not(:disabled)`)
    const other = tile.current?.querySelector<HTMLElement>('[data-move]:not(:disabled)')
    ;(wanted ?? other)?.focus()
    moved.current = null
  }, [index])

  const mover = (by: -1 | 1) => () => {
    moved.current = by
    onMove(by)
  }

  return (
    <li ref={tile} className="flex flex-col overflow-hidden rounded-lg border border-line bg-paper">
      <div className="relative">
        <TileImage upload={upload} purpose={purpose} />
        {isMain ? (
          <Badge tone="accent" className="absolute top-2 left-2 max-w-[calc(100%-1rem)]! whitespace-normal!">
            Main photo
          </Badge>
        ) : null}
      </div>
      {state.is === 'ready' ? <input type="hidden" name="photoIds" value={state.photo.id} /> : null}
      <UploadState upload={upload} purpose={purpose} />
      <div className="mt-auto flex flex-wrap items-center justify-between">
        {purpose === 'timeline' ? null : (
          <div className="flex">
            <IconButton
              label={`Move earlier: ${place}`}
              data-move={-1}
              disabled={index === 0}
              onClick={mover(-1)}
            >
              <ArrowLeft aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton
              label={`Move later: ${place}`}
              data-move={1}
              disabled={index === count - 1}
              onClick={mover(1)}
            >
              <ArrowRight aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
        )}
        <div className="ml-auto flex">
          {state.is === 'failed' || state.is === 'waiting' ? (
            <IconButton label={`Retry: ${place}`} onClick={onRetry}>
              <RotateCw aria-hidden="true" className="size-5" />
            </IconButton>
          ) : null}
          <IconButton label={`Remove: ${place}`} onClick={onRemove}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      </div>
    </li>
  )
}

type UploadProps = { upload: Upload; purpose: PhotoPurpose }

/** How far the upload is, or why it failed. A photo of a listing that is sent says nothing. */
function UploadState({ upload: { state, name }, purpose }: UploadProps) {
  if (state.is === 'sending')
    return (
      <div className="px-3 pt-2 text-sm text-muted">
        <progress
          value={state.part}
          max={1}
          aria-label={`Uploading ${name}`}
          className="h-2 w-full accent-accent"
        />
        <span>{state.part < 1 ? `Uploading, ${Math.floor(state.part * 100)}%` : 'Making it ready…'}</span>
      </div>
    )
  if (state.is === 'waiting')
    return (
      <p className="flex items-center gap-1.5 px-3 pt-2 text-sm text-muted">
        <CloudOff aria-hidden="true" className="size-4 shrink-0" />
        Waiting for a connection…
      </p>
    )
  if (state.is === 'failed')
    return (
      <p className="px-3 pt-2 text-sm font-medium text-danger">
        <span className="block truncate text-muted" title={name}>
          {name}
        </span>
        {state.message}
      </p>
    )
  return purpose === 'listing' ? null : (
    <p className="flex items-center gap-1.5 px-3 pt-2 text-sm font-medium text-success">
      <Check aria-hidden="true" className="size-4 shrink-0" />
      Sent
    </p>
  )
}

/** A photo that was just sent is not loaded again, unless this browser can't draw the file. */
function TileImage({ upload: { state, preview, name }, purpose }: UploadProps) {
  const [isDrawn, setDrawn] = useState(preview !== undefined)
  const isReady = state.is === 'ready'
  if (isReady && (purpose === 'listing' || !isDrawn))
    return <ListingPhoto photo={state.photo} from={folderOf(purpose)} alt={name} sizes="220px" priority />
  return (
    <img
      src={isDrawn ? preview : '/placeholder.svg'}
      alt={name}
      // The file is no image, or of a type that this browser can't draw.
      onError={() => setDrawn(false)}
      className={cx('aspect-4/3 w-full object-cover', !isReady && 'opacity-70')}
    />
  )
}
