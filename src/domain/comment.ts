import type { Instant } from './dates.ts'
import type { Stored } from './subject.ts'
import { isWellFormed } from './well-formed.ts'

/** Rich text as an editor sends it. */
export interface RichTextDraft {
  json: string
}

/** Rich text as it is stored, beside its plain text, which is always made of it. */
export interface RichText extends RichTextDraft {
  text: string
}

/** A remark on a subject, with mentions. */
export interface SubjectComment extends Stored {
  subjectKind: string
  subjectId: string
  text: string
  json: string
  authorId: string
  at: Instant
}

/** A person or an organisation that a comment calls by name. */
export interface Mention {
  kind: 'user' | 'organisation'
  id: string
  name: string
}

/** A piece of rich text as it is kept: paragraphs, text, line breaks and mentions, and nothing else. */
export type RichTextNode =
  | { type: 'root' | 'paragraph'; children: RichTextNode[] }
  | { type: 'text'; text: string }
  | { type: 'linebreak' }
  | { type: 'beautifulMention'; trigger: string; value: string; data?: { id: string; kind: Mention['kind'] } }

interface Given {
  type?: unknown
  text?: unknown
  trigger?: unknown
  value?: unknown
  data?: { id?: unknown; kind?: unknown } | null
  children?: unknown
}

const MOST_DEEP = 20

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const normaliseData = (data: Given['data']): { data?: { id: string; kind: Mention['kind'] } } => {
  const { id, kind } = data ?? {}
  return typeof id === 'string' && (kind === 'user' || kind === 'organisation') ? { data: { id, kind } } : {}
}

const normaliseAll = (children: unknown, depth: number): RichTextNode[] =>
  Array.isArray(children) && depth < MOST_DEEP
    ? children.flatMap((child: Given | null) => (child ? normalise(child, depth) : []))
    : []

// What is not known gives way to what it holds.
const normalise = (node: Given, depth: number): RichTextNode[] => {
  if (node.type === 'text') return [{ type: 'text', text: text(node.text) }]
  if (node.type === 'linebreak') return [{ type: 'linebreak' }]
  if (node.type === 'beautifulMention')
    return [{ type: 'beautifulMention', trigger: '@', value: text(node.value), ...normaliseData(node.data) }]
  const children = normaliseAll(node.children, depth + 1)
  return node.type === 'paragraph' ? [{ type: 'paragraph', children }] : children
}

const rootOf = (json: string): Given | undefined => {
  try {
    const { root } = JSON.parse(json) as { root?: Given }
    return root && Array.isArray(root.children) ? root : undefined
  } catch {
    return undefined
  }
}

/** Rich text with all dropped that is not a paragraph, text, a line break or a mention; undefined where it is none. */
export const readRichText = (json: string): RichTextNode[] | undefined => {
  const root = rootOf(json)
  return root && normaliseAll(root.children, 0)
}

const plainOf = (nodes: readonly RichTextNode[]): string =>
  nodes
    .map((node, index) => {
      if (node.type === 'text') return node.text
      if (node.type === 'linebreak') return '\n'
      if (node.type === 'beautifulMention') return `${node.trigger}${node.value}`
      // A paragraph is parted from what was before it.
      return `${index > 0 ? '\n\n' : ''}${plainOf(node.children)}`
    })
    .join('')

/** What a rich text says, without its form: paragraphs parted by an empty line, mentions as @ and the name. */
export const plainTextOf = (json: string): string => plainOf(readRichText(json) ?? []).trim()

/** Is this rich text as an editor writes it, of signs that can be stored? */
export const isRichText = (json: string): boolean => {
  const nodes = readRichText(json)
  return (
    nodes !== undefined &&
    isWellFormed(plainOf(nodes)) &&
    mentionsIn(json).every(({ id }) => isWellFormed(id))
  )
}

/** Rich text as it is stored: with nothing in it that `readRichText` would drop, and its plain text. */
export const normaliseRichText = ({ json }: RichTextDraft): RichText => ({
  text: plainTextOf(json),
  json: JSON.stringify({ root: { type: 'root', children: readRichText(json) ?? [] } }),
})

/** Everybody whom a rich text mentions, each once. */
export const mentionsIn = (json: string): Mention[] => {
  const found = new Map<string, Mention>()
  const look = (nodes: readonly RichTextNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'beautifulMention' && node.data)
        found.set(`${node.data.kind} ${node.data.id}`, { ...node.data, name: node.value })
      if ('children' in node) look(node.children)
    }
  }
  look(readRichText(json) ?? [])
  return [...found.values()]
}
