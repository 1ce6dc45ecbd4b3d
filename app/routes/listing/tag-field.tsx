import { useRef, useState } from 'react'
import { Plus } from 'lucide-react'
import { MAX_TAGS } from '#domain/listing/listing.ts'
import { Field } from '#app/ui/primitives/field.tsx'

type TagFieldProps = { known: readonly string[]; defaultValue?: string; error?: string }

const SHOWN = 8

/** Comma-separated tags; below, the known tags that match the typed text. */
export function TagField({ known, defaultValue = '', error }: TagFieldProps) {
  const [text, setText] = useState(defaultValue)
  const input = useRef<HTMLInputElement>(null)
  const words = text.split(',').map((word) => word.trim().toLowerCase())
  const typing = words.at(-1) ?? ''
  const chosen = new Set(words.filter((word) => known.includes(word)))
  const free = known.filter((tag) => !chosen.has(tag))
  const fitting = free.filter((tag) => tag.startsWith(chosen.has(typing) ? '' : typing))
  const offered = chosen.size < MAX_TAGS ? (fitting.length > 0 ? fitting : free).slice(0, SHOWN) : []

  function take(tag: string) {
    const typedWords = text.split(',').map((word) => word.trim())
    if (!chosen.has(typing)) typedWords.pop()
    const next = [...typedWords.filter(Boolean), tag].join(', ')
    if (input.current) input.current.value = next
    setText(next)
  }

  return (
    <div className="grid gap-2">
      <Field
        ref={input}
        label="Tags"
        name="tags"
        defaultValue={defaultValue}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        hint="Separated by commas, such as “camping, tent”. Tags we don’t know are dropped."
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {offered.length > 0 ? (
        <ul role="list" aria-label="Suggestions" className="needs-js flex flex-wrap gap-2">
          {offered.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`${tag}, add tag`}
                onClick={() => take(tag)}
                className={
                  'inline-flex min-h-9 items-center gap-1 rounded-full border border-line bg-sunken ' +
                  'px-3 text-sm hover:border-ink focus-visible:rounded-full'
                }
              >
                <Plus aria-hidden="true" className="size-3.5" />
                {tag}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
