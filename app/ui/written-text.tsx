import { Fragment, use, type ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { pathByLogIn } from '#domain/account/return-path.ts'
import type { Block, Inline } from '#domain/help/markdown.ts'
import { Link } from './link.tsx'
import { LoginContext } from './login-context.ts'

/**
 * Blocks of a text as paragraphs, lists and tables, inside an element with the class `prose`. Headings are of level 2.
 */
export function WrittenText({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <WrittenBlock key={index} block={block} />)
}

function WrittenBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h2 id={block.id}>{block.text}</h2>
  if (block.kind === 'paragraph') return <p>{inline(block.content)}</p>
  if (block.kind === 'table') return <WrittenTable {...block} />
  const items = block.items.map((item, i) => <li key={i}>{inline(item)}</li>)
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
}

const card =
  'block rounded-xl border border-line bg-card p-4 lg:table-row lg:rounded-none lg:border-x-0 lg:border-b-0'

/** A table; on narrow screens each row is a card, with the name of a column before each cell. */
function WrittenTable({ head, rows }: Pick<Block & { kind: 'table' }, 'head' | 'rows'>) {
  return (
    <table role="table" className="block w-full text-left text-sm lg:table">
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row">
          {head.map((name) => (
            <th key={name} role="columnheader" scope="col" className="px-2 py-2 align-bottom font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid gap-3 lg:table-row-group">
        {rows.map((row) => (
          <tr key={row.join()} role="row" className={card}>
            {row.map((text, i) =>
              i === 0 ? (
                <th
                  key={head[i]}
                  role="rowheader"
                  scope="row"
                  className="mb-2 block align-top text-base font-semibold lg:table-cell lg:px-2 lg:py-2 lg:text-sm"
                >
                  {text}
                </th>
              ) : (
                <td
                  key={head[i]}
                  role="cell"
                  className="flex gap-2 py-0.5 align-top lg:table-cell lg:px-2 lg:py-2"
                >
                  <span aria-hidden="true" className="w-24 shrink-0 text-muted lg:hidden">
                    {head[i]}
                  </span>
                  {text}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function inline(content: readonly Inline[]) {
  return content.map((piece, i) => (
    <Fragment key={i}>
      {typeof piece === 'string' ? (
        piece
      ) : 'bold' in piece ? (
        <strong>{piece.bold}</strong>
      ) : (
        <WrittenLink to={piece.link}>{piece.text}</WrittenLink>
      )}
    </Fragment>
  ))
}

/** A link of a text; for guests one to a page of their own area opens the log-in, which leads there. */
function WrittenLink({ to, children }: { to: string; children: ReactNode }) {
  const openLogin = use(LoginContext)
  const root = useRouteLoaderData('root') as { user: unknown } | undefined
  const asGuest = pathByLogIn(to)
  if (root?.user !== null || asGuest === to) return <Link to={to}>{children}</Link>
  return (
    <Link to={asGuest} onClick={openLogin}>
      {children}
    </Link>
  )
}
