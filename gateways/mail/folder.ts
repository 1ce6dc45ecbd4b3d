import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeptMail, Mail, MailGateway } from './port.ts'

/**
 * Keeps mails as files of a folder instead of sending them; `/dev/mail` shows them. The same mail sent again
 * replaces itself, as a real mailbox drops a repeated Message-ID.
 */
export function folderMail(folder: string): MailGateway & KeptMail {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${encodeURIComponent(mail.id)}.json`)
      await writeFile(`${path}.part`, JSON.stringify({ ...mail, sentAt: new Date() }))
      await rename(`${path}.part`, path)
    },
    async list(limit) {
      const names = await readdir(folder).catch(() => [] as string[])
      const mails = await Promise.all(
        names
          .filter((name) => name.endsWith('.json'))
          .map(
            async (name) =>
              JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail & { sentAt: string },
          ),
      )
      return mails
        .map((mail) => ({ ...mail, sentAt: new Date(mail.sentAt) }))
        .sort((a, b) => b.sentAt.getTime() - a.sentAt.getTime())
        .slice(0, limit)
    },
    async close() {},
  }
}
