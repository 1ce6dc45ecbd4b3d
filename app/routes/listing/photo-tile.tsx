import { useEffect, useRef } from 'react'
import { ArrowLeft, ArrowRight, RotateCw, X } from 'lucide-react'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { IconButton } from '#app/ui/primitives/button.tsx'
import type { Upload } from './use-photo-uploads.ts'

type PhotoTileProps = {
  upload: Upload
  index: number
  isMain: boolean
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onRetry: () => void
}

/** One photo of the form: its preview, its upload progress, and its actions. */
export function PhotoTile({ upload, index, isMain, count, onMove, onRemove, onRetry }: PhotoTileProps) {
  const { state, name } = upload
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
        <TileImage upload={upload} />
        {isMain ? (
          <Badge tone="accent" className="absolute top-2 left-2">
            Main photo
          </Badge>
        ) : null}
      </div>
      {state.is === 'ready' ? <input type="hidden" name="photoIds" value={state.photo.id} /> : null}
      {state.is === 'sending' ? (
        <div className="px-3 pt-2 text-sm text-muted">
          <progress
            value={state.part}
            max={1}
            aria-label={`Uploading ${name}`}
            className="h-2 w-full accent-accent"
          />
          <span>{state.part < 1 ? `Uploading, ${Math.floor(state.part * 100)}%` : 'Making it ready…'}</span>
        </div>
      ) : null}
      {state.is === 'failed' ? (
        <p className="px-3 pt-2 text-sm font-medium text-danger">
          <span className="block truncate text-muted" title={name}>
            {name}
          </span>
          {state.message}
        </p>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center justify-between">
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
        <div className="flex">
          {state.is === 'failed' ? (
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

function TileImage({ upload: { state, preview, name } }: { upload: Upload }) {
  if (state.is === 'ready') return <ListingPhoto photo={state.photo} alt={name} sizes="220px" priority />
  return (
    <img
      src={preview}
      alt={name}
      // The file is no image, or of a type that this browser can't draw.
      onError={(event) => {
        if (!event.currentTarget.src.endsWith('/placeholder.svg'))
          event.currentTarget.src = '/placeholder.svg'
      }}
      className="aspect-4/3 w-full object-cover opacity-70"
    />
  )
}
