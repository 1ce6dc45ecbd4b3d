import { useEffect, useRef, useState } from 'react'
import type { PhotoRef } from '#app/ui/listing-photo.tsx'
import { sendPhoto } from './send-photo.ts'

export type Upload = {
  key: string
  name: string
  /** Missing for a photo that was stored before. */
  file?: File
  /** A `blob:` address of the file, to show it during the upload. */
  preview?: string
  state:
    { is: 'sending'; part: number } | { is: 'ready'; photo: PhotoRef } | { is: 'failed'; message: string }
}

/** The photos of a form: the stored ones, and files that are uploaded as soon as they are chosen. */
export function usePhotoUploads(
  initial: readonly PhotoRef[],
  { max, tooMany }: { max: number; tooMany: string },
) {
  const [uploads, setUploads] = useState<Upload[]>(() => initial.map(asUpload))
  const [announcement, setAnnouncement] = useState('')
  const [isOver, setOver] = useState(false)
  const underway = useRef(new Map<string, AbortController>())
  const previews = useRef(new Set<string>())

  useEffect(() => {
    const { current: sending } = underway
    const { current: shown } = previews
    return () => {
      for (const controller of sending.values()) controller.abort()
      for (const url of shown) URL.revokeObjectURL(url)
    }
  }, [])

  const change = (key: string, state: Upload['state']) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, state } : upload)))

  async function send({ key, name, file }: Upload) {
    if (!file) return
    const controller = new AbortController()
    underway.current.set(key, controller)
    change(key, { is: 'sending', part: 0 })
    const sent = await sendPhoto(file, (part) => change(key, { is: 'sending', part }), controller.signal)
    underway.current.delete(key)
    if (controller.signal.aborted) return
    change(key, sent.ok ? { is: 'ready', photo: sent.photo } : { is: 'failed', message: sent.message })
    setAnnouncement(sent.ok ? `${name} is uploaded.` : `${name}: ${sent.message}`)
  }

  function add(files: readonly File[]) {
    const room = max - uploads.length
    const added = files.slice(0, Math.max(0, room)).map((file): Upload => {
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      return { key: crypto.randomUUID(), name: file.name, file, preview, state: { is: 'sending', part: 0 } }
    })
    setUploads((all) => [...all, ...added])
    setOver(files.length > room)
    setAnnouncement('')
    for (const upload of added) void send(upload)
  }

  function remove({ key, name }: Upload) {
    underway.current.get(key)?.abort()
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

  return { uploads, announcement, overflow: isOver ? tooMany : undefined, add, remove, move, retry: send }
}

function asUpload(photo: PhotoRef, index: number): Upload {
  return { key: photo.id, name: `Photo ${index + 1}`, state: { is: 'ready', photo } }
}
