/** The longest word that is kept together: a longer one would not fit beside anything on a phone. */
const LONGEST = 14

/** Keeps words with a hyphen on one line, because browsers would break after it: `X-T30`, `hand-overs`. */
export function Unbroken({ children }: { children: string }) {
  return children.split(/(\S+-\S+)/).map((part, i) =>
    i % 2 && part.length <= LONGEST ? (
      <span key={i} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
