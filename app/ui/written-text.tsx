import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Block, Inline } from '#domain/help/markdown.ts'

/** Blocks of a text as paragraphs and lists, inside an element with the class `prose`. Headings are of level 2. */
export function WrittenText({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <WrittenBlock key={index} block={block} />)
}

function WrittenBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h2 id={block.id}>{block.text}</h2>
  if (block.kind === 'paragraph') return <p>{inline(block.content)}</p>
  const items = block.items.map((item, i) => <li key={i}>{inline(item)}</li>)
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
}

function inline(content: readonly Inline[]) {
  return content.map((piece, i) => (
    <Fragment key={i}>
      {typeof piece === 'string' ? (
        piece
      ) : 'bold' in piece ? (
        <strong>{piece.bold}</strong>
      ) : (
        <Link to={piece.link}>{piece.text}</Link>
      )}
    </Fragment>
  ))
}
