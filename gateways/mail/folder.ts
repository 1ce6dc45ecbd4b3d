import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptMail, Mail, MailGateway } from './port.ts'

/**
 * Stores mails as files of a folder instead of sending them; `/dev/mail` shows them. The same mail sent again replaces
 * itself, as a real mailbox drops a repeated Message-ID.
 */
export function folderMail(folder: string): MailGateway & KeptMail {
  const pathOf = (id: string) => join(folder, `${encodeURIComponent(id)}.json`)
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = pathOf(mail.id)
      await writeFile(`${path}.part`, JSON.stringify({ ...mail, sentAt: new Date() }))
      await rename(`${path}.part`, path)
    },
    async list(limit) {
      const names = await readdir(folder).catch(() => [] as string[])
      const mails = await Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => read(join(folder, name))),
      )
      return mails.sort((a, b) => b.sentAt.getTime() - a.sentAt.getTime()).slice(0, limit)
    },
    async find(id) {
      if (id.length > 100) return null
      return read(pathOf(id)).catch(() => null)
    },
    async remove(which) {
      const all = await this.list(Number.MAX_SAFE_INTEGER)
      const gone = all.filter(which)
      await Promise.all(gone.map(({ id }) => rm(pathOf(id), { force: true })))
      return gone.length
    },
    async close() {},
  }
}

async function read(path: string): Promise<Mail & { sentAt: Date }> {
  const stored = JSON.parse(await readFile(path, 'utf8')) as Mail & { sentAt: string }
  return { ...stored, sentAt: new Date(stored.sentAt) }
}
