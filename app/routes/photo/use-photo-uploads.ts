import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v7 as newKey } from 'uuid'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { choosePhoto } from './chosen-photo.ts'
import { type KeptPhoto, openKeptPhotos } from './kept-photos.ts'
import { photoQueue, type UploadState } from './photo-queue.ts'
import type { PhotoPurpose } from './send-photo.ts'

export type Upload = {
  key: string
  name: string
  /** What is sent. Missing for a photo that was stored before, and until a chosen one is scaled. */
  file?: Blob
  /** A `blob:` address of the file, to show it during the upload. */
  preview?: string
  state: UploadState
}

export type UploadRules = {
  max: number
  tooMany: string
  purpose: PhotoPurpose
  /** Keeps them in this browser under this name until their ids are among those `saved`. */
  keep?: { as: string; saved: readonly string[] }
}

/** The photos of a form: the stored ones, those that this browser kept, and files that are uploaded once chosen. */
export function usePhotoUploads(initial: readonly PhotoRef[], { max, tooMany, purpose, keep }: UploadRules) {
  const [uploads, setUploads] = useState<Upload[]>(() => initial.map(asUpload))
  const [announcement, setAnnouncement] = useState('')
  const [isOver, setOver] = useState(false)
  function change(key: string, changed: Partial<Upload>) {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)))
  }

  function onState({ key, name }: { key: string; name: string }, state: UploadState) {
    change(key, { state })
    if (state.is === 'ready') setAnnouncement(`${name} is uploaded.`)
    if (state.is === 'failed') setAnnouncement(`${name}: ${state.message}`)
  }

  function onLost() {
    setUploads((all) =>
      all.map((upload) => (upload.state.is === 'sending' ? { ...upload, state: { is: 'waiting' } } : upload)),
    )
    setAnnouncement('No connection. The photos are sent by themselves once it is back.')
  }

  const [kept] = useState(() => keep && openKeptPhotos(keep.as))
  const [queue] = useState(() => photoQueue({ purpose, kept, onState, onLost }))
  const previewOf = usePreviews()

  const read = useEffectEvent(async () => kept?.read(keep?.saved ?? []))
  const restore = useEffectEvent((found: readonly KeptPhoto[]) => {
    const restored = found.slice(0, Math.max(0, max - uploads.length)).map(({ photo, ...chosen }) => ({
      ...chosen,
      preview: previewOf(chosen.file),
      state: photo ? { is: 'ready' as const, photo } : { is: 'waiting' as const },
    }))
    setUploads((all) => [...all, ...restored])
    for (const upload of restored) if (upload.state.is === 'waiting') queue.send(upload)
  })

  useEffect(() => {
    let isHere = true
    const stop = queue.start()
    void read().then((found) => isHere && found && restore(found))
    return () => {
      isHere = false
      stop()
    }
  }, [queue])

  async function add(files: readonly File[]) {
    const room = Math.max(0, max - uploads.length)
    const chosen = files.slice(0, room).map((file) => ({ key: newKey(), name: file.name, file }))
    const added = chosen.map(({ key, name, file }): Upload => ({
      key,
      name,
      preview: previewOf(file),
      state: { is: 'sending', part: 0 },
    }))
    setUploads((all) => [...all, ...added])
    setOver(files.length > room)
    setAnnouncement('')
    for (const each of chosen) {
      const file = purpose === 'listing' ? each.file : await scaled(each.file)
      change(each.key, { file })
      await queue.add({ ...each, file })
    }
  }

  function retry({ key, name, file, state }: Upload) {
    if (state.is === 'failed' && file) queue.send({ key, name, file })
    queue.wake()
  }

  function remove({ key, name }: Upload) {
    queue.remove(key)
    setUploads((all) => all.filter((upload) => upload.key !== key))
    setOver(false)
    setAnnouncement(`${name} is removed.`)
  }

  function move({ key, name }: Upload, by: -1 | 1) {
    const from = uploads.findIndex((upload) => upload.key === key)
    const order = [...uploads]
    order.splice(from + by, 0, ...order.splice(from, 1))
    setUploads(order)
    setAnnouncement(`${name} is photo ${from + by + 1} of ${order.length}.`)
  }

  return { uploads, announcement, overflow: isOver ? tooMany : undefined, add, remove, move, retry }
}

/** Makes `blob:` addresses of files, which are given back when the page is left. */
function usePreviews(): (file: Blob) => string {
  const made = useRef(new Set<string>())
  useEffect(() => {
    const { current: urls } = made
    return () => {
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [])
  return (file) => {
    const url = URL.createObjectURL(file)
    made.current.add(url)
    return url
  }
}

/** The file in the size that is stored; unchanged when this browser can't draw it. */
async function scaled(file: File): Promise<Blob> {
  const chosen = await choosePhoto(file)
  return chosen.ok ? chosen.photo.file : file
}

function asUpload(photo: PhotoRef, index: number): Upload {
  return { key: photo.id, name: `Photo ${index + 1}`, state: { is: 'ready', photo } }
}
