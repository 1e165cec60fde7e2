import { Fragment, type ReactNode } from 'react'
import { parseRichText, type RichTextNode } from '#domain/text/comment'

// Nodes have no keys of their own and never change their order.
const drawAll = (nodes: readonly RichTextNode[]) =>
  nodes.map((node, at) => <Fragment key={at}>{draw(node)}</Fragment>)

const draw = (node: RichTextNode): ReactNode => {
  switch (node.type) {
    case 'text':
      return node.text
    case 'linebreak':
      return <br />
    case 'beautifulMention':
      return (
        <span className="mention">
          {node.trigger}
          {node.value}
        </span>
      )
    case 'paragraph':
      return <p>{drawAll(node.children)}</p>
    case 'root':
      return drawAll(node.children)
  }
}

const Content = ({ json }: { json: string }) => {
  const nodes = parseRichText(json)
  return nodes ? drawAll(nodes) : <p role="alert">An error was thrown.</p>
}

/** Rich text as written: paragraphs, line breaks and mentions only. */
export const RichTextView = ({ text, json }: { text: string; json: string | null }) => (
  <div className="comment-text">{json ? <Content json={json} /> : <p>{text}</p>}</div>
)
