import { Link } from '#app/ui/link.tsx'

/** The address of a help text at the end of a reply. */
const source = /\s*https?:\/\/[^\s/]+(\/help\/[a-z0-9-]+(?:#[a-z0-9-]+)?)$/

/** The assistant's answer, as text; only a help text of ours at its end becomes a link. */
export function AssistantWords({ text }: { text: string }) {
  const path = source.exec(text)?.[1]
  if (!path) return text
  return (
    <>
      {text.replace(source, '')}{' '}
      <Link to={path} className="link">
        Read more in Help
      </Link>
    </>
  )
}
