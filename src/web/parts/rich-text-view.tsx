import { Fragment, type ReactNode } from 'react'

interface Node {
  type: string
  text?: string
  trigger?: string
  value?: string
  children?: Node[]
}

const drawn = (node: Node): ReactNode => {
  if (node.type === 'text') return node.text
  if (node.type === 'linebreak') return <br />
  if (node.type === 'beautifulMention')
    return (
      <span className="mention">
        {node.trigger}
        {node.value}
      </span>
    )
  // Children have no names of their own and never change place.
  const inside = (node.children ?? []).map((child, at) => <Fragment key={at}>{drawn(child)}</Fragment>)
  return node.type === 'paragraph' ? <p>{inside}</p> : inside
}

const contentOf = (json: string): ReactNode => {
  try {
    return drawn((JSON.parse(json) as { root: Node }).root)
  } catch {
    return <p role="alert">An error was thrown.</p>
  }
}

/** Rich text as it was written: paragraphs, line breaks and mentions, and nothing else. */
export const RichTextView = ({ text, json }: { text: string; json: string | null }) => (
  <div className="comment-text">{json ? contentOf(json) : <p>{text}</p>}</div>
)
