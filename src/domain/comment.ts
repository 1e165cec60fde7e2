import type { Instant } from './dates.ts'
import type { Stored } from './subject.ts'

/** Rich text as the editor keeps it, beside its plain text. */
export interface RichText {
  text: string
  json: string
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

/** Is this rich text as an editor writes it? */
export const isRichText = (json: string): boolean => rootOf(json) !== undefined

/** Rich text as it is stored: with nothing in it that `readRichText` would drop. */
export const normaliseRichText = ({ text: plain, json }: RichText): RichText => ({
  text: plain,
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
